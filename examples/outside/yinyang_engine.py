#!/usr/bin/env python3
"""The mutators of yinyang (pip install yinyang) as an engine: assay fuzz --engine "exec:yinyang_engine.py typefuzz", or opfuzz.

As in yinyang, mutants build on each other, and have no logic. docs/reference/outside.md has the protocol."""
import copy, json, os, random, sys

if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets must not differ from process to process
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable] + sys.argv)

from types import SimpleNamespace

import yinyang
from yinyang.src.mutators.GenTypeAwareMutation.GenTypeAwareMutation import GenTypeAwareMutation
from yinyang.src.mutators.GenTypeAwareMutation.Util import get_unique_subterms
from yinyang.src.mutators.TypeAwareOpMutation import TypeAwareOpMutation
from yinyang.src.parsing.Parse import parse_str
from yinyang.src.parsing.Typechecker import typecheck

out = os.fdopen(os.dup(1), "w")  # yinyang prints things
os.dup2(2, 1)


def say(**message):
    print(json.dumps(message), file=out, flush=True)


def config(name):
    return os.path.join(os.path.dirname(yinyang.__file__), "config", name)


def mutator(tool, script):
    """Returns what mutates a script, or None where yinyang cannot read it."""
    formula, variables = parse_str(script)
    if not formula:
        return None
    if tool == "opfuzz":
        return TypeAwareOpMutation(formula, SimpleNamespace(config=config("operator_mutations.txt"), modulo=1))
    typecheck(formula, variables)
    return GenTypeAwareMutation(formula, SimpleNamespace(config=config("typefuzz_config.txt")), get_unique_subterms(copy.deepcopy(formula)))


def main(tool):
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["type"] == "hello":
            say(type="hello", protocol=1)
            continue
        random.seed(ask["random"])
        try:
            m = mutator(tool, ask["script"])
        except Exception as e:  # yinyang raises all kinds of them
            m = None
            print("yinyang:", type(e).__name__, file=sys.stderr)
        if m is None:
            say(type="refused", reason="yinyang cannot read it")
            continue
        for _ in range(ask["count"]):
            try:
                formula, success, _ = m.mutate()
            except Exception as e:
                print("yinyang:", type(e).__name__, file=sys.stderr)
                break
            if success:
                say(type="mutant", script=str(formula))
        say(type="end")


main((sys.argv[1:] or ["typefuzz"])[0])
