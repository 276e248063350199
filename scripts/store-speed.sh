#!/bin/sh
# Runs campaigns with the fake solver by two programs in turns, and prints mutants a second, and the CPU time of Assay and of the solver for each mutant. The
# former program may be one that wrote campaign.json. FAKE is a fakesolver that is built already, ROUNDS and MUTANTS are numbers.
set -eu
old=${1:?the former program} new=${2:?the program}
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
[ "${FAKE:-}" ] || { CGO_ENABLED=0 go build -trimpath -o "$dir/fakesolver" ./cmd/fakesolver; FAKE=$dir/fakesolver; }
python3 - "$old" "$new" "$FAKE" "$dir/out" "${ROUNDS:-7}" "${MUTANTS:-400}" <<'PY'
import json, os, shutil, sqlite3, statistics, subprocess, sys, time

old, new, fake, out, rounds, mutants = *sys.argv[1:5], int(sys.argv[5]), int(sys.argv[6])


def figures():
    if os.path.exists(out + "/campaign.db"):
        c = sqlite3.connect("file:" + out + "/campaign.db?mode=ro", uri=True)
        return dict(c.execute("SELECT figure, value FROM figures").fetchall())
    return json.load(open(out + "/campaign.json"))["stats"]


took = {old: [], new: []}
for r in range(rounds):
    for program in [old, new] if r % 2 else [new, old]:
        shutil.rmtree(out, ignore_errors=True)
        begun = time.time()
        subprocess.run(
            [program, "fuzz", "--profile", "internal/testing/solvertest/fake.toml", "--solver", fake + " --answer=unknown",
             "--engine", "opfuzz,typefuzz,generate", "--mutants", str(mutants), "--jobs", "1", "--out", out, "--quiet"],
            check=True, capture_output=True)
        wall, f = time.time() - begun, figures()
        took[program].append((mutants / wall, 1e3 * f["own_cpu_seconds"] / mutants, 1e3 * f["solver_cpu_seconds"] / mutants))
for program, all in took.items():
    print(program, "medians: %.1f mutants/s, %.3f ms of its own, %.3f ms of the solver" % tuple(statistics.median(x[i] for x in all) for i in range(3)))
PY
