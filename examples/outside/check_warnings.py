#!/usr/bin/env python3
"""A check for assay fuzz --check exec:examples/outside/check_warnings.py: no solver may print a warning next to an answer.
docs/reference/outside.md has the protocol."""
import json, sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        say(type="hello", protocol=1)
    elif ask["answer"] and "warning" in ask["output"].lower():
        say(type="objection", title="a warning next to an answer", detail=ask["output"][:1000])
    else:
        say(type="ok")
