# The tool-info module of Assay for BenchExec (https://github.com/sosy-lab/benchexec), version 3.3 and later.
#
# "assay seeds export --benchexec DIR" writes it to DIR/tools/assay.py, where the benchmark definition DIR/assay.xml finds it with
# PYTHONPATH=DIR. The options of the benchmark definition are those of "assay solve", at least --solver.

import json

import benchexec.result as result
from benchexec.tools.template import BaseTool2


class Tool(BaseTool2):
    """
    Assay runs SMT solvers on a formula and judges their answers. The result is what the solvers answer: true for sat, false for unsat. Where Assay
    finds something wrong, the result is an error that names it.
    """

    def name(self):
        return "Assay"

    def executable(self, tool_locator):
        return tool_locator.find_executable("assay")

    def version(self, executable):
        # assay 1.2.3, go1.26.8, linux/amd64
        line = self._version_from_tool(executable, arg="version", line_prefix="assay ")
        return line.split(",")[0].strip()

    def cmdline(self, executable, options, task, rlimits):
        limits = []
        most = rlimits.cputime or rlimits.walltime
        if most and not _given(options, "--timeout", "-t"):
            # Each solver is run for its model, for nothing but the answer, and for further questions. All of that has to fit.
            solvers = sum(1 + o.count(";") for before, o in zip(options, options[1:]) if before == "--solver")
            limits = ["--timeout", "{}s".format(max(1, int(most) // (3 * max(1, solvers))))]
        return [executable, "solve", "--json", "--jobs", "1", *limits, *options, task.single_input_file]

    def determine_result(self, run):
        solved = _solved(run.output)
        if solved is None:
            if run.was_timeout:
                return result.RESULT_TIMEOUT
            reason = {2: "usage", 3: "fault of Assay", 4: "unusable solver", 5: "disk"}.get(run.exit_code.value)
            return "ERROR ({})".format(reason) if reason else result.RESULT_ERROR
        if "error" in solved:
            return "ERROR (unreadable formula)"
        wrong = {_class(f) for f in solved["findings"]}
        if wrong:
            return "ERROR ({})".format(", ".join(sorted(wrong)))
        runs = solved["runs"]
        answers = {r["answer"] for r in runs} - {"none", "unknown"}
        if answers == {"sat"}:
            return result.RESULT_TRUE_PROP
        if answers == {"unsat"}:
            return result.RESULT_FALSE_PROP
        if answers:
            return result.RESULT_DONE  # several check-sats, or answers that Assay could not decide between
        outcomes = {r["outcome"] for r in runs}
        if outcomes == {"timeout"}:
            return result.RESULT_TIMEOUT
        if outcomes == {"memory"}:
            return "OUT OF MEMORY"
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """
        Columns: answers, models, findings, and seconds, the wall time that the solvers took.
        """
        solved = _solved(output)
        if solved is None or "runs" not in solved:
            return ""
        runs = solved["runs"]
        return {
            "answers": lambda: " ".join(r["answer"].replace(" ", ",") for r in runs),
            "models": lambda: " ".join(",".join(r.get("models", [])) or "-" for r in runs),
            "findings": lambda: " ".join(sorted({_class(f) for f in solved["findings"]})),
            "seconds": lambda: "{:.3f}".format(sum(r["seconds"] for r in runs)),
        }.get(identifier, lambda: "")()


def _class(finding):
    return ("suspected " if finding["suspect"] else "") + finding["class"]


def _given(options, *names):
    return any(o == n or o.startswith(n + "=") for o in options for n in names)


def _solved(output):
    """Return what Assay says about the formula, None if it says nothing."""
    for line in output:
        line = line.strip()
        if line.startswith("{"):
            try:
                solved = json.loads(line)
            except ValueError:
                continue
            if "file" in solved and ("runs" in solved or "error" in solved):
                return solved
    return None
