#!/usr/bin/env python3
"""An engine for assay fuzz --engine exec:examples/outside/negate.py. docs/reference/outside.md has the protocol.

It negates one assertion twice, or swaps it for its negation, which makes another formula of it."""
import json, random, re, sys


def say(**message):
    print(json.dumps(message), flush=True)


def assertions(script):
    """Yields the start and the end of the formula in each line that is one whole assertion."""
    for m in re.finditer(r"^\(assert (.*)\)$", script, re.M):
        yield m.span(1)


for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        say(type="hello", protocol=1)
        continue
    r, script = random.Random(ask["random"]), ask["script"]
    places = list(assertions(script))
    if not places:
        say(type="refused", reason="no assertion stands in a line of its own")
        continue
    for _ in range(ask["count"]):
        (a, b), twice = r.choice(places), r.random() < 0.5
        text = "(not (not " + script[a:b] + "))" if twice else "(not " + script[a:b] + ")"
        mutant = {"script": script[:a] + text + script[b:], "steps": [("not not " if twice else "not ") + str(a)]}
        if twice:  # it is what the seed is, as far as the seed's label is right
            mutant["truth"] = ask["label"]
        say(type="mutant", **mutant)
    say(type="end")
