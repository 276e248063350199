"""A library in the shape of bitwuzla's, which does what the lines of a file say."""

import io
import os
import time
from enum import Enum


class BitwuzlaException(Exception):
    pass


class Option(Enum):
    VERBOSITY = 0
    SEED = 1


def version():
    return "9.9.9"


class TermManager:
    pass


class Options:
    names = {"verbosity": Option.VERBOSITY, "v": Option.VERBOSITY, "seed": Option.SEED, "s": Option.SEED}

    def __init__(self):
        self.args = ()

    def is_valid(self, name):
        return name in self.names

    def option(self, name):
        return self.names[name]

    def is_mode(self, option):
        return False

    def is_numeric(self, option):
        return True

    def lng(self, option):
        return option.name.lower()

    def get(self, option):
        return 0

    def set_args(self, *args):
        for name in args:
            if name.startswith("--") and not self.is_valid(name[2:].split("=")[0]):
                raise BitwuzlaException("invalid call to 'void x::set(y)', invalid option '%s'" % name)
        self.args = args


class Parser:
    def __init__(self, manager, options, language, base):
        self.options, self.base = options, base

    def bitwuzla(self):
        return self

    def parse(self, name, parse_only, is_file):
        with open(name) if is_file else io.StringIO(name) as f:
            for number, line in enumerate(f, 1):
                word, _, rest = line.strip().strip("()").partition(" ")
                if word == "check-sat":
                    print("sat", flush=True)
                elif word == "options":
                    print(" ".join(self.options.args), self.base, parse_only, flush=True)
                elif word == "die":
                    os.kill(os.getpid(), int(rest))
                elif word == "work":
                    time.sleep(60)
                elif word == "large":
                    raise MemoryError
                elif word == "bad":
                    raise BitwuzlaException((name + ":3:1" if is_file else "<string>:%d:2" % number) + ": undefined symbol 'bad'")
