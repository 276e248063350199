"""A package in the shape of bitwuzla's. Terms are texts; an assertion says what the next check does."""

import os


class BitwuzlaException(Exception):
    pass


class Names(type):
    """Has any name, each with itself as the value."""

    def __getattr__(cls, name):
        return name


class Kind(metaclass=Names):
    pass


class Option(metaclass=Names):
    pass


class Result(metaclass=Names):
    pass


class TermManager:
    def mk_bool_sort(self):
        return "Bool"

    def mk_const(self, sort, name):
        return Term(name)

    def mk_term(self, kind, args, indices=()):
        return Term("(%s %s)" % (kind, " ".join(str(a) for a in args)))


class Options:
    def set(self, option, value):
        pass


class Term(str):
    def id(self):
        return str(self)


class Parser:
    def __init__(self, manager, options, language):
        pass

    def parse(self, text, parse_only, is_file):
        if "bad" in text:
            raise BitwuzlaException("undefined symbol 'bad'")

    def parse_term(self, text):
        return Term(text)

    def get_declared_funs(self):
        return []


class Bitwuzla:
    def __init__(self, manager, options):
        self.asserted = [[]]

    def push(self, n):
        self.asserted.append([])

    def pop(self, n):
        self.asserted.pop()

    def assert_formula(self, term):
        self.asserted[-1].append(term)

    def check_sat(self, *assumptions):
        all = [t for level in self.asserted for t in level]
        for t in all:
            word, _, rest = t.strip("()").partition(" ")
            if word == "die":
                os.kill(os.getpid(), int(rest))
            elif word == "large":
                raise MemoryError
            elif word == "raise":
                raise BitwuzlaException(rest.strip('"'))
            elif word == "slip":
                raise KeyError("what the driver did not foresee")
        if "show" in all:
            print(" ".join(all), "|", *assumptions, flush=True)
        return "UNSAT" if "false" in all else "SAT"

    def get_value(self, term):
        raise BitwuzlaException("cannot get value if input formula is not sat")

    def get_unsat_core(self):
        return [t for level in self.asserted for t in level]


def version():
    return "9.9.9"
