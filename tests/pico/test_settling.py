"""Must show: 400 wagers of eight seats are settled in under 60 ms, JSON aside.

That is each outcome and amount, the sums and the dealer's steps; beside a plain version of it with dicts and sets.
"""

from tests.pico.emulator import Pico
from tests.pico.program import program

WAGERS = 400
MOST_US = 60_000
PROMPT = b"import time\ntime.sleep_ms(300)\n"  # so that the prompt comes once USB is there

SETUP = f"""
import gc, time
from shared_core.rulebook import Rules, WIN
from shared_core.settlement import settle
from shared_core.wager import OpenWagers
rules = Rules("new-jersey", wheel="double-zero", zero_rule="half")
names = [name for spot, name in enumerate(rules.layout.names) if rules.odds[spot]]
wagers = OpenWagers(rules)
for i in range({WAGERS}):
    wagers.add(1 + i % 8, names[i * 37 % len(names)], 100 + i)
gc.collect()
def settled(number):
    start = time.ticks_us()
    made = settle(rules, wagers, number)
    paid, returned, steps = sum(made.paid), sum(made.returned), list(made.steps)
    return time.ticks_diff(time.ticks_us(), start), paid, returned
"""

PLAIN = f"""
spots = {{}}
for spot in range(len(rules.odds)):
    if rules.odds[spot]:
        spots[rules.layout.names[spot]] = (set(rules.layout.covers(spot)), rules.odds[spot])
rows = [{{"seat": 1 + i % 8, "spot": names[i * 37 % len(names)], "stake": 100 + i}} for i in range({WAGERS})]
gc.collect()
def plain(number):
    start = time.ticks_us()
    paid = returned = 0
    results, pays = [], {{}}
    for i in range(len(rows)):
        row = rows[i]
        numbers, odds = spots[row["spot"]]
        if number in numbers:
            results.append({{"outcome": "win", "paid": row["stake"] * odds, "returned": row["stake"]}})
            pays.setdefault(row["spot"], []).append(i)
            paid += row["stake"] * odds
            returned += row["stake"]
        else:
            results.append({{"outcome": "lose", "paid": 0, "returned": 0}})
    return time.ticks_diff(time.ticks_us(), start), paid, returned
"""


def test_400_wagers(image, report):
    pico = Pico(image, files={**program(SETUP, PLAIN), "/main.py": PROMPT})
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    pico.execute(SETUP)
    ours = eval(pico.execute("print([settled(number) for number in (17, 0, 37)])"))
    pico.execute(PLAIN)
    plain = eval(pico.execute("print([plain(17)])"))
    report(f"settling {WAGERS} wagers for 17, 0 and 00, ms", [round(us / 1000, 1) for us, _, _ in ours])
    report("the same for 17 with dicts and sets, ms", round(plain[0][0] / 1000, 1))
    assert ours[0][1:] == plain[0][1:], "both pay the same"
    assert max(us for us, _, _ in ours) < MOST_US
