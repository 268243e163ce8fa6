"""The option set calculator: which dice totals add up to a wanted share of a column."""

from __future__ import annotations

from collections.abc import Mapping

from chartkit.dice import format_totals
from chartkit.systems.ddf.dice import OFFENSIVE
from chartkit.tables import Report, Table


def option_sets(ways: int, free: frozenset[int], number: int) -> list[tuple[int, tuple[int, ...]]]:
    """Sets of totals nearest to so many of 216: the miss and the totals, few and connected ones first."""
    rows = sorted(free)
    # reached -> the sets found for it, each as few totals as possible.
    found: dict[int, list[tuple[int, ...]]] = {0: [()]}
    for total in rows:
        for reached, sets in sorted(found.items(), reverse=True):
            longer = found.setdefault(reached + OFFENSIVE.ways[total], [])
            longer += [(*chosen, total) for chosen in sets]
            longer.sort(key=_simple)
            del longer[number:]
    ranked = sorted(
        ((abs(reached - ways), chosen) for reached, sets in found.items() for chosen in sets if chosen or not ways),
        key=lambda option: (option[0], _simple(option[1])),
    )
    return ranked[:number]


def _simple(chosen: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Few runs of totals first, then few totals: what a person can remember."""
    runs = sum(total - 1 not in chosen for total in chosen)
    return (runs, len(chosen), chosen)


def tune(shares: Mapping[str, float], means: Mapping[str, float], options: int) -> Report:
    """For each wanted share the totals that add up to it, nearest first; and a column that serves all of them."""
    tables, data = [], {}
    every = frozenset(OFFENSIVE.totals)
    for name, share in shares.items():
        wanted = share * 216
        listed = [
            (sum(OFFENSIVE.ways[total] for total in chosen), chosen)
            for _, chosen in option_sets(round(wanted), every, options)
        ]
        tables.append(
            Table(
                f"{name}: {100 * share:.2f}% is {wanted:.1f} of 216",
                ("totals", "of 216", "percent", "miss"),
                tuple(
                    (
                        format_totals(chosen),
                        str(ways),
                        f"{100 * ways / 216:.2f}",
                        f"{100 * (ways / 216 - share):+.2f}",
                    )
                    for ways, chosen in listed
                ),
                frozenset({"totals"}),
            )
        )
        data[name] = [
            {"totals": format_totals(chosen), "ways": ways, "percent": round(100 * ways / 216, 3)}
            for ways, chosen in listed
        ]
    column = _together(shares, means)
    tables.append(
        Table(
            "all together, no total used twice",
            ("symbol", "totals", "of 216", "percent", "wanted"),
            tuple(
                (name, format_totals(chosen), str(ways), f"{100 * ways / 216:.2f}", f"{100 * shares[name]:.2f}")
                for name, (ways, chosen) in column.items()
            ),
            frozenset({"symbol", "totals"}),
        )
    )
    left = every - frozenset(total for _, chosen in column.values() for total in chosen)
    kept = sum(OFFENSIVE.ways[total] for total in left)
    notes = [f"left for other results: {format_totals(left) or 'nothing'} ({kept} of 216)"]
    for name, mean in means.items():
        if kept:
            notes.append(
                f"{name} {mean:g}: the totals that are left must average {mean * 216 / kept:.2f} yards "
                f"if {mean:g} is the mean of all rolls, {mean:g} if it is the mean of the gains"
            )
    return Report(
        {
            "options": data,
            "together": {n: {"totals": format_totals(c), "ways": w} for n, (w, c) in column.items()},
            "left": format_totals(left),
        },
        tuple(tables),
        tuple(notes),
    )


def _together(shares: Mapping[str, float], means: Mapping[str, float]) -> dict[str, tuple[int, tuple[int, ...]]]:
    free = frozenset(OFFENSIVE.totals)
    column = {}
    # The rarest first: only one total weighs 1 of 216.
    for name, share in sorted(shares.items(), key=lambda item: item[1]):
        options = option_sets(round(share * 216), free, 1)
        chosen = options[0][1] if options else ()
        column[name] = (sum(OFFENSIVE.ways[total] for total in chosen), chosen)
        free -= frozenset(chosen)
    return {name: column[name] for name in shares}
