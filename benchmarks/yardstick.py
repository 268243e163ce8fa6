"""What Python itself costs on this machine at this moment: speeds that are measured beside it can be compared."""

from __future__ import annotations

import random
import time


def yardstick(count: int) -> float:
    """Seconds for 1,000 seeded dice rolls and dictionary look-ups a game: what Python itself costs here."""
    cells = {total: str(total) for total in range(10, 40)}
    start = time.process_time()
    for number in range(count):
        roll, log = random.Random(number).random, []
        for _ in range(1000):
            log.append(cells[10 + int(roll() * 30)])
    return time.process_time() - start
