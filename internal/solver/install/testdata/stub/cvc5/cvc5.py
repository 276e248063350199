"""A library in the shape of cvc5's, which does what the lines of a file say."""

import os
import time


class InputLanguage:
    SMT_LIB_2_6, SYGUS_2_1 = "smt2", "sygus"


class TermManager:
    pass


class SymbolManager:
    def __init__(self, manager):
        pass


KINDS = {"incremental": bool, "produce-models": bool, "stats": bool, "stats-all": bool, "stats-internal": bool, "dump-models": bool,
         "parse-only": bool, "tlimit": int, "version": bool, "help": bool, "seed": int, "quiet": None, "lang": None,
         "input-language": None, "dump-proofs": bool, "dump-unsat-cores": bool, "dump-difficulty": bool}


class Statistics:
    def get(self, internal=False, defaulted=False):
        return {"global::totalTime": {"value": "1ms"}}


class Solver:
    def __init__(self, manager):
        self.options = {}

    def getOptionInfo(self, name):
        if name not in KINDS:
            raise RuntimeError("unrecognized option: %s." % name)
        return {"type": KINDS[name], "setByUser": name in self.options, "current": self.options.get(name) == "true"}

    def getOptionNames(self):
        return list(KINDS)

    def getOption(self, name):
        return self.options.get("lang", "LANG_AUTO")

    def setOption(self, name, value):
        if KINDS[name] is int and not value.isdigit():
            raise RuntimeError("Error in option parsing: Argument '%s' for uint64_t option %s did not parse as uint64_t" % (value, name))
        self.options[name] = value
        if name == "version":
            print("This is cvc5 version 9.9.9", flush=True)

    def getStatistics(self):
        return Statistics()


class Command:
    def __init__(self, text):
        self.text = text

    def isNull(self):
        return not self.text

    def getCommandName(self):
        return self.text.strip("()").split(" ")[0] if self.text else ""

    def invoke(self, solver, symbols):
        name, _, rest = self.text[1:-1].partition(" ")
        if name == "check-sat":
            return "sat\n"
        if name == "say":
            return rest + "\n"
        if name == "options":
            return " ".join("%s=%s" % item for item in sorted(solver.options.items())) + "\n"
        if name == "die":
            os.kill(os.getpid(), int(rest))
        if name == "work":
            time.sleep(60)
        if name == "get-model":
            return "(model)\n"
        return ""


class InputParser:
    def __init__(self, solver, symbols):
        self.lines = []

    def setFileInput(self, language, name):
        with open(name) as f:
            self.lines = [line.strip() for line in f if line.strip().startswith("(")]

    def setStringInput(self, language, text, name):
        self.lines = [line.strip() for line in text.splitlines() if line.strip().startswith("(")]

    def nextCommand(self):
        line = self.lines.pop(0) if self.lines else ""
        if line.startswith("(large"):
            raise MemoryError
        if line.startswith("(bad"):
            raise RuntimeError("Symbol 'bad' not declared")
        return Command(line)
