"""The package bitwuzla as its users call it, behind the command line of a solver.

    bitwuzla-api [OPTION]... [FILE]

The script is read by the package's own parser. Without an option, its formulas are asserted as they were read. A way has them built again first, or
solved in another manner, so that the same question takes another path through the package.
"""

import bitwuzla
from bitwuzla import Kind

WAYS = [
    {"name": "simplify", "kind": "bool", "doc": "simplify_term() each formula first"},
    {"name": "substitute", "kind": "bool", "doc": "substitute fresh constants for the constants, and the constants for these"},
    {"name": "rebuild", "kind": "bool", "doc": "build each formula again with another term manager, the last argument first"},
    {"name": "print", "kind": "bool", "doc": "print the formulas and read them with another term manager"},
    {"name": "rewrite", "kind": "bool", "doc": "simplify() what was asserted before each check"},
    {"name": "interrupt", "kind": "mode", "values": ["never", "1", "10", "100"],
     "doc": "end each check at that question whether to end, and ask again"},
]


def new_options(settings):
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    if settings.timeout:
        options.set(bitwuzla.Option.TIME_LIMIT_PER, settings.timeout)
    return options


def nodes(term):
    """The terms in a term, each once."""
    seen, todo = set(), [term]
    while todo:
        t = todo.pop()
        if t.id() in seen:
            continue
        seen.add(t.id())
        yield t
        todo.extend(reversed(t.children()))


class Simplify:
    """Simplifies with a solver in which nothing is asserted."""

    def __init__(self, manager, settings):
        self.manager = manager
        self.solver = bitwuzla.Bitwuzla(manager, new_options(settings))

    def carry(self, terms):
        return [self.solver.simplify_term(t) for t in terms]


class Substitute:
    def __init__(self, manager, settings):
        self.manager = manager

    def carry(self, terms):
        m, out = self.manager, []
        for t in terms:
            here = [c for c in nodes(t) if c.is_const() and not c.sort().is_fun()]
            there = [m.mk_const(c.sort(), OWN + "there%d" % i) for i, c in enumerate(here)]
            away = m.substitute_term(t, dict(zip(here, there))) if here else t
            out.append(m.substitute_term(away, dict(zip(there, here))) if here else t)
        return out


class Rebuild:
    """Builds terms with the functions of another term manager."""

    def __init__(self, manager, settings):
        self.manager = bitwuzla.TermManager()
        self.done, self.sorts = {}, {}
        self.kept = []  # an id is only of one term while that term lives

    def carry(self, terms):
        return [self.term(t) for t in terms]

    def term(self, term):
        todo = [term]
        while todo:
            t = todo[-1]
            if t.id() in self.done:
                todo.pop()
                continue
            missing = [c for c in t.children() if c.id() not in self.done]
            if missing:
                todo.extend(missing)  # the last one is built first
                continue
            self.kept.append(t)
            self.done[t.id()] = self.build(t, [self.done[c.id()] for c in t.children()])
        return self.done[term.id()]

    def build(self, t, args):
        m, kind = self.manager, t.kind()
        if kind == Kind.VALUE:
            return self.value(t)
        if kind == Kind.CONSTANT:
            return m.mk_const(self.sort(t.sort()), t.symbol())
        if kind == Kind.VARIABLE:
            return m.mk_var(self.sort(t.sort()), t.symbol())
        if kind == Kind.CONST_ARRAY:
            return m.mk_const_array(self.sort(t.sort()), args[0])
        return m.mk_term(kind, args, t.indices())

    def value(self, t):
        m, s = self.manager, self.sort(t.sort())
        if s.is_bool():
            return m.mk_true() if t.is_true() else m.mk_false()
        if s.is_bv():
            return m.mk_bv_value(s, t.value(2), 2)
        if s.is_fp():
            return m.mk_fp_value(*(m.mk_bv_value(m.mk_bv_sort(len(bits)), bits, 2) for bits in t.value(2)))
        if s.is_rm():
            return m.mk_rm_value(t.value())
        raise Unsupported("a value of sort %s to another term manager" % t.sort())

    def sort(self, s):
        if s.id() not in self.sorts:
            self.kept.append(s)
            self.sorts[s.id()] = self.new_sort(s)
        return self.sorts[s.id()]

    def new_sort(self, s):
        m = self.manager
        if s.is_bool():
            return m.mk_bool_sort()
        if s.is_bv():
            return m.mk_bv_sort(s.bv_size())
        if s.is_fp():
            return m.mk_fp_sort(s.fp_exp_size(), s.fp_sig_size())
        if s.is_rm():
            return m.mk_rm_sort()
        if s.is_array():
            return m.mk_array_sort(self.sort(s.array_index()), self.sort(s.array_element()))
        if s.is_fun():
            return m.mk_fun_sort([self.sort(d) for d in s.fun_domain()], self.sort(s.fun_codomain()))
        if s.is_uninterpreted():
            return m.mk_uninterpreted_sort(s.uninterpreted_symbol())
        raise Unsupported("the sort %s to another term manager" % s)


class Print:
    """Reads with another parser what is printed, between declarations that the package prints too."""

    def __init__(self, manager, settings):
        self.manager = bitwuzla.TermManager()
        self.parser = bitwuzla.Parser(self.manager, new_options(settings), "smt2")
        self.parser.parse("(set-logic ALL)", True, False)
        self.known = set()

    def carry(self, terms):
        for t in terms:
            for c in nodes(t):
                if c.kind() == Kind.LAMBDA:
                    raise Unsupported("lambda, which is printed and never read")
                if c.is_const():
                    self.declare(c)
        return [self.parser.parse_term(str(t)) for t in terms]

    def declare(self, c):
        s = c.sort()
        for part in parts(s):
            if part.is_uninterpreted():
                self.once("(declare-sort %s 0)" % part)
        domain = " ".join(str(d) for d in s.fun_domain()) if s.is_fun() else ""
        self.once("(declare-fun %s (%s) %s)" % (c, domain, s.fun_codomain() if s.is_fun() else s))

    def once(self, text):
        if text not in self.known:
            self.known.add(text)
            self.parser.parse(text, True, False)


def parts(s):
    """The sorts inside a sort."""
    if s.is_array():
        return parts(s.array_index()) + parts(s.array_element())
    if s.is_fun():
        return [p for d in list(s.fun_domain()) + [s.fun_codomain()] for p in parts(d)]
    return [s]


# In the order in which formulas pass them.
STAGES = [("simplify", Simplify), ("substitute", Substitute), ("rebuild", Rebuild), ("print", Print)]


class Package:
    """Reads with one term manager, and solves with that of the last stage."""

    def __init__(self, settings):
        self.settings = settings
        manager = bitwuzla.TermManager()
        self.reader = bitwuzla.Parser(manager, new_options(settings), "smt2")
        self.stages = []
        for name, stage in STAGES:
            if getattr(settings, name):
                self.stages.append(stage(manager, settings))
                manager = self.stages[-1].manager
        self.manager, self.solver, self.cores = manager, None, False
        self.labels = {}  # of formulas and assumptions, by their number
        self.conditions = {}

    def logic(self, name):
        self.reader.parse("(set-logic %s)" % name, True, False)

    def track(self):
        self.cores = True

    def declare(self, head, text):
        self.reader.parse(text, True, False)

    def scope(self, command):
        if self.settings.print:
            raise Unsupported("push and pop to another parser")
        self.reader.parse(command, True, False)
        self.push() if command == "(push 1)" else self.pop()

    def formulas(self, texts):
        return [self.reader.parse_term(text) for text in texts]

    terms = formulas

    def build(self, terms):
        for stage in self.stages:
            terms = stage.carry(terms)
        return terms

    def ask(self):
        """The solver, made when it is needed first."""
        if self.solver is None:
            options = new_options(self.settings)
            options.set(bitwuzla.Option.PRODUCE_UNSAT_CORES, self.cores)
            self.solver = bitwuzla.Bitwuzla(self.manager, options)
        return self.solver

    def push(self):
        self.ask().push(1)

    def pop(self):
        self.ask().pop(1)

    def add(self, term):
        self.ask().assert_formula(term)

    def add_tracked(self, term, label):
        self.labels[term.id()] = label
        self.ask().assert_formula(term)

    def condition(self, label):
        """The constant that is assumed for a label."""
        if label not in self.conditions:
            self.conditions[label] = self.manager.mk_const(self.manager.mk_bool_sort(), label)
            self.labels[self.conditions[label].id()] = label
        return self.conditions[label]

    def add_assumable(self, term, label):
        self.ask().assert_formula(self.manager.mk_term(Kind.IMPLIES, [self.condition(label), term]))

    def check(self, assumptions, labels=()):
        solver = self.ask()
        assumptions = assumptions + [self.condition(label) for label in labels]
        if self.settings.rewrite:
            solver.simplify()
        if self.settings.interrupt != "never":
            left = [int(self.settings.interrupt)]

            def end():
                left[0] -= 1
                return left[0] < 0

            solver.configure_terminator(end)
            solver.check_sat(*assumptions)
            solver.configure_terminator(lambda: False)
        result = solver.check_sat(*assumptions)
        return {bitwuzla.Result.SAT: "sat", bitwuzla.Result.UNSAT: "unsat"}.get(result, "unknown")

    def reason(self):
        raise Unsupported("command get-info")

    def model(self):
        for c in self.reader.get_declared_funs():
            value = self.solver.get_value(self.build([c])[0])
            yield "(define-fun %s (%s) %s %s)" % (c, *self.definition(c, value))

    def definition(self, constant, value):
        """The parameters, the sort and the body of a definition."""
        parameters, sort = [], constant.sort()
        if not sort.is_fun():
            return "", sort, value
        for _ in range(sort.fun_arity()):
            if value.kind() != Kind.LAMBDA:
                raise Unsupported("the value of a function that is no lambda")
            variable, value = value.children()
            parameters.append("(%s %s)" % (variable, variable.sort()))
        return " ".join(parameters), sort.fun_codomain(), value

    def values(self, terms):
        return [str(self.solver.get_value(t)) for t in self.build(terms)]

    def core(self):
        return [self.labels[t.id()] for t in self.solver.get_unsat_core() if t.id() in self.labels]


# A program with the same calls, for reports.
PROGRAM = [
    ("", """import bitwuzla

manager = bitwuzla.TermManager()
options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
parser = bitwuzla.Parser(manager, options, "smt2")
parser.parse(SCRIPT, True, False)
formulas = list(parser.bitwuzla().get_assertions())
solver = bitwuzla.Bitwuzla(manager, options)"""),
    ("simplify", "formulas = [bitwuzla.Bitwuzla(manager, options).simplify_term(f) for f in formulas]"),
    ("substitute", None),
    ("rebuild", None),
    ("print", None),
    ("order", "formulas.reverse()"),
    ("pop", "solver.push(1)\nfor f in formulas:\n    solver.assert_formula(f)\nsolver.check_sat()\nsolver.pop(1)"),
    ("!assume", "assumed = []\nfor f in formulas:\n    solver.assert_formula(f)"),
    ("assume", """assumed = [manager.mk_const(manager.mk_bool_sort(), "p%d" % i) for i in range(len(formulas))]
for p, f in zip(assumed, formulas):
    solver.assert_formula(manager.mk_term(bitwuzla.Kind.IMPLIES, [p, f]))"""),
    ("rewrite", "solver.simplify()"),
    ("!interrupt=never", """left = iter([False] * VALUE)
solver.configure_terminator(lambda: next(left, True))
solver.check_sat(*assumed)
solver.configure_terminator(lambda: False)"""),
    ("", """answer = solver.check_sat(*assumed)
print(answer)
if answer == bitwuzla.Result.SAT:
    for f in parser.get_declared_funs():
        print(f, solver.get_value(f))"""),
]


def start():
    def version():
        text = bitwuzla.version()
        return text.decode() if isinstance(text, bytes) else text

    run("bitwuzla-api", version, WAYS, Package, (bitwuzla.BitwuzlaException,), PROGRAM)
