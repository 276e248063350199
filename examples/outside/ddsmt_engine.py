#!/usr/bin/env python3
"""The mutators of ddSMT (pip install ddsmt) as an engine: assay fuzz --engine exec:ddsmt_engine.py.

ddSMT makes formulas smaller; here each mutant is the seed with one to three terms simplified. docs/reference/outside.md has the
protocol."""
import json, os, random, sys

if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets must not differ from process to process
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable] + sys.argv)

from ddsmt import mutators, nodeio, nodes, options, smtlib
from ddsmt.mutator_utils import apply_simp

out = os.fdopen(os.dup(1), "w")  # ddSMT prints things
os.dup2(2, 1)
options.args(["in", "out", "true"])
ALL = [m for _, group in sorted(mutators.get_all_mutators().values(), key=lambda g: g[0].__name__) for m in mutators.get_mutators(sorted(group))]
TRIES = 200  # places tried for one mutant


def say(**message):
    print(json.dumps(message), file=out, flush=True)


def candidates(mutator, node, exprs):
    """Yields what a mutator makes of a node. Mutators fail on some nodes, which ddSMT passes over too."""
    try:
        if hasattr(mutator, "filter") and not mutator.filter(node):
            return
        if hasattr(mutator, "mutations"):
            yield from mutator.mutations(node)
        if hasattr(mutator, "global_mutations"):
            yield from mutator.global_mutations(node, exprs)
    except Exception:
        return


def simplified(exprs):
    """Returns a script with one term simplified and the mutator's name, None where there is none."""
    smtlib.collect_information(exprs)
    places = list(nodes.dfs([e[1] for e in exprs if not e.is_leaf() and len(e) == 2 and e[0] == "assert"]))
    for _ in range(TRIES):
        mutator, node = random.choice(ALL), random.choice(places)
        made = [c for c, _ in zip(candidates(mutator, node, exprs), range(20))]
        if made:
            after = apply_simp(exprs, random.choice(made))
            if after and after != exprs:
                return after, str(mutator)
    return None


def mutants(script, count):
    nodes.Node._Node__ID_COUNTER.value = 0  # new names come from it
    seed = list(nodeio.parse_smtlib(script))
    for _ in range(count):
        current, steps = seed, []
        for _ in range(random.choice([1, 1, 2, 3])):
            found = simplified(current)
            if found:
                current = found[0]
                steps.append(found[1])
        if steps:
            yield {"script": nodeio.write_smtlib_to_str(current), "steps": steps}


for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        say(type="hello", protocol=1)
        continue
    random.seed(ask["random"])
    try:
        for m in mutants(ask["script"], ask["count"]):
            say(type="mutant", **m)
        say(type="end")
    except Exception as e:
        say(type="refused", reason="ddSMT: " + type(e).__name__)
