import pandas as pd
import pytest

from chartkit.errors import InputError
from chartkit.plays import table
from chartkit.plays.columns import COLUMNS, NAMES


def one_play(**values):
    return table.conform(
        pd.DataFrame(
            [
                {
                    "game_id": "2017_01_NYJ_BUF",
                    "season": 2017,
                    "week": 1,
                    "qtr": 1,
                    "play_id": 37,
                    "posteam": "BUF",
                    "play_type": "run",
                    "sack": None,
                    "touchdown": 1.0,
                    "down": 2,
                    **values,
                }
            ]
        )
    )


def test_conform_gives_every_column_its_type():
    plays = one_play()
    assert tuple(plays.columns) == NAMES
    assert [str(plays[column.name].dtype) for column in COLUMNS] == [column.dtype for column in COLUMNS]
    play = plays.iloc[0]
    assert (play.touchdown, play.sack, play.down) == (True, False, 2.0)
    assert pd.isna(play.air_yards)
    assert pd.isna(play.td_team)


@pytest.mark.parametrize("name", ["plays.parquet", "plays.csv"])
def test_saved_tables_read_back_the_same(tmp_path, name):
    plays = pd.concat([one_play(), one_play(play_id=38.5, td_team="NA", yards_gained=-3)], ignore_index=True)
    if name.endswith("csv"):
        plays.loc[1, "td_team"] = "BUF"  # "NA" is no team in a spreadsheet
    table.save(plays, tmp_path / name)
    pd.testing.assert_frame_equal(table.load(tmp_path / name), plays)


def test_parquet_remembers_its_origin(tmp_path):
    table.save(one_play(), tmp_path / "plays.parquet", origin={"sources": ["a.csv"]})
    assert table.origin(tmp_path / "plays.parquet") == {"sources": ["a.csv"]}


def test_the_border_names_the_missing_column_and_its_use():
    with pytest.raises(InputError, match=r"run_gap \(needed for finding the call"):
        table.check(one_play().drop(columns="run_gap"))


def test_the_border_refuses_wrong_types_and_unknown_play_types():
    with pytest.raises(InputError, match=r"do not hold what they should: sack \(0 or 1\)"):
        table.check(one_play().astype({"sack": "float64"}))
    with pytest.raises(InputError, match="quick kick"):
        table.check(one_play(play_type="quick kick"))


def test_no_table_is_one_clear_message(tmp_path):
    with pytest.raises(InputError, match="chartkit ingest"):
        table.load(tmp_path / "plays.parquet")
    (tmp_path / "plays.parquet").write_bytes(b"PAR1 but not really")
    with pytest.raises(InputError, match="the play table is damaged"):
        table.load(tmp_path / "plays.parquet")
