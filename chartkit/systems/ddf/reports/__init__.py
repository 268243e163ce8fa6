"""What charts say, for people: a cell in words, odds as tables and pictures, two charts compared, a blank chart."""

from chartkit.systems.ddf.reports.diff import diff_report
from chartkit.systems.ddf.reports.explain import blank_text, explain
from chartkit.systems.ddf.reports.odds import odds_report, odds_rows
from chartkit.systems.ddf.reports.picture import draw_odds
