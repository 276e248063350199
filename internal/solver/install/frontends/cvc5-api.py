"""The package cvc5 as its users call it, behind the command line of a solver.

    cvc5-api [OPTION]... [FILE]

The script is read by the package's own parser. Without an option, its formulas are asserted as they were read. A way has them built again first, or
solved by another solver, so that the same question takes another path through the package.
"""

import cvc5

WAYS = [
    {"name": "simplify", "kind": "bool", "doc": "simplify() each formula first"},
    {"name": "substitute", "kind": "bool", "doc": "substitute() fresh constants for the constants, and the constants for these"},
    {"name": "print", "kind": "bool", "doc": "print the formulas and read them with another term manager"},
    {"name": "rebuild", "kind": "bool", "doc": "build each formula again with another term manager, the last argument first"},
    {"name": "second", "kind": "bool", "doc": "assert in a second solver over the same term manager"},
]

# What the program is asked for with its options as well. Versions that do not know one do without.
OPTIONS = [("produce-models", "true"), ("incremental", "true"), ("strings-exp", "true"), ("fp-exp", "true")]


class World:
    """A term manager with a solver, and a parser that knows what was declared."""

    def __init__(self, settings):
        self.manager = cvc5.TermManager()
        self.solver = new_solver(self.manager, settings)
        self.symbols = cvc5.SymbolManager(self.manager)
        self.parser = cvc5.InputParser(self.solver, self.symbols)

    def read(self, text):
        self.parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "script")

    def obey(self, text):
        self.read(text)
        answer = self.parser.nextCommand().invoke(self.solver, self.symbols)
        answer = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
        if answer.startswith("(error "):
            raise PackageError(said(Exception(answer)))

    def term(self, text):
        self.read(text)
        return self.parser.nextTerm()


def new_solver(manager, settings):
    solver = cvc5.Solver(manager)
    for name, value in OPTIONS + ([("tlimit-per", str(settings.timeout))] if settings.timeout else []):
        try:
            solver.setOption(name, value)
        except RuntimeError as e:
            if "nrecognized option" not in said(e):
                raise
    return solver


class Simplify:
    def __init__(self, world):
        self.world = world

    def carry(self, terms):
        return [self.world.solver.simplify(t) for t in terms]


class Substitute:
    def __init__(self, world):
        self.world = world

    def carry(self, terms):
        out = []
        for t in terms:
            here = [c for c in nodes(t) if c.getKind() == cvc5.Kind.CONSTANT and not c.getSort().isFunction()]
            there = [self.world.manager.mkConst(c.getSort(), OWN + "there%d" % i) for i, c in enumerate(here)]
            out.append(t.substitute(here, there).substitute(there, here) if here else t)
        return out


def nodes(term):
    """The terms in a term, each once."""
    seen, todo = set(), [term]
    while todo:
        t = todo.pop()
        if t.getId() in seen:
            continue
        seen.add(t.getId())
        yield t
        todo.extend(t)


class Print:
    """Reads with another parser what is printed."""

    def __init__(self, world):
        self.world = world

    def carry(self, terms):
        return [self.world.term(str(t)) for t in terms]


class Rebuild:
    """Builds terms with the functions of another term manager."""

    def __init__(self, manager):
        self.manager = manager
        self.done, self.sorts = {}, {}
        self.kept = []  # an id is only of one term while that term lives

    def carry(self, terms):
        self.kept += terms
        return [self.term(t) for t in terms]

    def term(self, term):
        todo = [term]
        while todo:
            t = todo[-1]
            if t.getId() in self.done:
                todo.pop()
                continue
            children = [] if t.getKind() in ATOMS else list(t)
            if t.getKind() in OF_DATATYPE:
                children = children[1:]
            missing = [c for c in children if c.getId() not in self.done]
            if missing:
                todo.extend(missing)  # the last one is built first
                continue
            self.kept.append(t)
            self.done[t.getId()] = self.build(t, [self.done[c.getId()] for c in children])
        return self.done[term.getId()]

    def build(self, t, args):
        kind, m = t.getKind(), self.manager
        if kind in ATOMS:
            return ATOMS[kind](self, t)
        if kind in OF_DATATYPE:
            return m.mkTerm(kind, self.of_datatype(t[0]), *args)
        if t.hasOp() and t.getOp().isIndexed():
            op = t.getOp()
            indices = [op[i] for i in range(op.getNumIndices())]
            if kind == cvc5.Kind.TUPLE_PROJECT or not all(i.isIntegerValue() for i in indices):
                raise Unsupported("%s to another term manager" % kind)
            return m.mkTerm(m.mkOp(kind, *(int(i.getIntegerValue()) for i in indices)), *args)
        return m.mkTerm(kind, *args)

    def defined(self, old, new):
        self.kept.append(old)
        self.done[old.getId()] = new

    def sort(self, s):
        if s not in self.sorts:
            self.sorts[s] = self.new_sort(s)
        return self.sorts[s]

    def new_sort(self, s):
        m = self.manager
        if s.isBoolean():
            return m.getBooleanSort()
        if s.isInteger():
            return m.getIntegerSort()
        if s.isReal():
            return m.getRealSort()
        if s.isString():
            return m.getStringSort()
        if s.isRegExp():
            return m.getRegExpSort()
        if s.isRoundingMode():
            return m.getRoundingModeSort()
        if s.isBitVector():
            return m.mkBitVectorSort(s.getBitVectorSize())
        if s.isFloatingPoint():
            return m.mkFloatingPointSort(s.getFloatingPointExponentSize(), s.getFloatingPointSignificandSize())
        if s.isArray():
            return m.mkArraySort(self.sort(s.getArrayIndexSort()), self.sort(s.getArrayElementSort()))
        if s.isSequence():
            return m.mkSequenceSort(self.sort(s.getSequenceElementSort()))
        if s.isSet():
            return m.mkSetSort(self.sort(s.getSetElementSort()))
        if s.isBag():
            return m.mkBagSort(self.sort(s.getBagElementSort()))
        if s.isFiniteField():
            return m.mkFiniteFieldSort(str(s.getFiniteFieldSize()))
        if s.isFunction():
            return m.mkFunctionSort([self.sort(d) for d in s.getFunctionDomainSorts()], self.sort(s.getFunctionCodomainSort()))
        if s.isDatatype() and not s.isTuple() and not s.getDatatype().isParametric():
            self.datatypes(s)
            return self.sorts[s]
        if s.isUninterpretedSort() and not s.isInstantiated():
            return m.mkUninterpretedSort(s.getSymbol())
        raise Unsupported("the sort %s to another term manager" % s)

    def datatypes(self, first):
        """Declares a data type together with those in its fields."""
        group, at = [first], 0
        while at < len(group):
            for c in group[at].getDatatype():
                for f in c:
                    s = f.getCodomainSort()
                    if s.isDatatype() and s not in group and s not in self.sorts:
                        group.append(s)
            at += 1
        if any(s.isTuple() or s.getDatatype().isParametric() or s.getDatatype().isCodatatype() for s in group):
            raise Unsupported("tuples, parameters and codatatypes to another term manager")
        declarations = []
        for s in group:
            d = self.manager.mkDatatypeDecl(s.getDatatype().getName())
            for c in s.getDatatype():
                constructor = self.manager.mkDatatypeConstructorDecl(c.getName())
                for f in c:
                    self.field(constructor, f, group)
                d.addConstructor(constructor)
            declarations.append(d)
        for s, built in zip(group, self.manager.mkDatatypeSorts(declarations)):
            self.sorts[s] = built

    def field(self, constructor, f, group):
        s = f.getCodomainSort()
        if s in group:
            constructor.addSelectorUnresolved(f.getName(), s.getDatatype().getName())
            return
        todo = [s]
        while todo:
            part = todo.pop()
            if part in group:
                raise Unsupported("a data type inside another sort in its own declaration")
            if part.isArray():
                todo += [part.getArrayIndexSort(), part.getArrayElementSort()]
            elif part.isSequence():
                todo.append(part.getSequenceElementSort())
            elif part.isSet():
                todo.append(part.getSetElementSort())
        constructor.addSelector(f.getName(), self.sort(s))

    def of_datatype(self, function):
        """The constructor, selector, tester or updater that corresponds to one."""
        sort = function.getSort()
        if sort.isDatatypeConstructor():
            owner = sort.getDatatypeConstructorCodomainSort()
        elif sort.isDatatypeSelector():
            owner = sort.getDatatypeSelectorDomainSort()
        elif sort.isDatatypeTester():
            owner = sort.getDatatypeTesterDomainSort()
        else:
            raise Unsupported("updaters to another term manager")
        for old, new in zip(owner.getDatatype(), self.sort(owner).getDatatype()):
            if old.getTerm() == function:
                return new.getTerm()
            if old.getTesterTerm() == function:
                return new.getTesterTerm()
            for f, g in zip(old, new):
                if f.getTerm() == function:
                    return g.getTerm()
        raise Unsupported("%s of a data type" % function)


def floating_point(r, t):
    exponent, significand, bits = t.getFloatingPointValue()
    value = bits.getBitVectorValue()
    return r.manager.mkFloatingPoint(exponent, significand, r.manager.mkBitVector(exponent + significand, value, 2))


def sequence(r, t):
    sort = r.sort(t.getSort()).getSequenceElementSort()
    parts = [r.manager.mkTerm(cvc5.Kind.SEQ_UNIT, r.term(e)) for e in t.getSequenceValue()]
    if not parts:
        return r.manager.mkEmptySequence(sort)
    return parts[0] if len(parts) == 1 else r.manager.mkTerm(cvc5.Kind.SEQ_CONCAT, *parts)


def refuse(r, t):
    raise Unsupported("%s to another term manager" % t.getKind())


# Terms that are no operator with arguments.
ATOMS = {
    cvc5.Kind.CONSTANT: lambda r, t: r.manager.mkConst(r.sort(t.getSort()), t.getSymbol()),
    cvc5.Kind.VARIABLE: lambda r, t: r.manager.mkVar(r.sort(t.getSort()), t.getSymbol()),
    cvc5.Kind.CONST_BOOLEAN: lambda r, t: r.manager.mkBoolean(t.getBooleanValue()),
    cvc5.Kind.CONST_INTEGER: lambda r, t: r.manager.mkInteger(str(t.getIntegerValue())),
    cvc5.Kind.CONST_RATIONAL: lambda r, t: r.manager.mkReal(str(t.getRealValue())),
    cvc5.Kind.CONST_BITVECTOR: lambda r, t: r.manager.mkBitVector(t.getSort().getBitVectorSize(), t.getBitVectorValue(), 2),
    cvc5.Kind.CONST_STRING: lambda r, t: r.manager.mkString(t.getStringValue()),
    cvc5.Kind.CONST_FLOATINGPOINT: floating_point,
    cvc5.Kind.CONST_ROUNDINGMODE: lambda r, t: r.manager.mkRoundingMode(t.getRoundingModeValue()),
    cvc5.Kind.CONST_FINITE_FIELD: lambda r, t: r.manager.mkFiniteFieldElem(str(t.getFiniteFieldValue()), r.sort(t.getSort())),
    cvc5.Kind.CONST_ARRAY: lambda r, t: r.manager.mkConstArray(r.sort(t.getSort()), r.term(t.getConstArrayBase())),
    cvc5.Kind.CONST_SEQUENCE: sequence,
    cvc5.Kind.SET_EMPTY: lambda r, t: r.manager.mkEmptySet(r.sort(t.getSort())),
    cvc5.Kind.SET_UNIVERSE: lambda r, t: r.manager.mkUniverseSet(r.sort(t.getSort())),
    cvc5.Kind.BAG_EMPTY: lambda r, t: r.manager.mkEmptyBag(r.sort(t.getSort())),
    cvc5.Kind.PI: lambda r, t: r.manager.mkPi(),
    cvc5.Kind.UNINTERPRETED_SORT_VALUE: refuse,
    cvc5.Kind.SKOLEM: refuse,
}

# Operators whose first argument is a part of a data type's declaration.
OF_DATATYPE = (cvc5.Kind.APPLY_CONSTRUCTOR, cvc5.Kind.APPLY_SELECTOR, cvc5.Kind.APPLY_TESTER, cvc5.Kind.APPLY_UPDATER)


class Second:
    """Replaces what the script defines by what another solver has defined."""

    def __init__(self):
        self.old, self.new = [], []

    def carry(self, terms):
        return [t.substitute(self.old, self.new) for t in terms] if self.old else terms

    def defined(self, old, new):
        self.old.append(old)
        self.new.append(new)


class Package:
    """Reads in one world, or in two, and asserts in the solver of the last or in one that reads no commands."""

    def __init__(self, settings):
        self.settings, self.stages = settings, []
        world = World(settings)
        self.worlds = [world]
        if settings.simplify:
            self.stages.append(Simplify(world))
        if settings.substitute:
            self.stages.append(Substitute(world))
        if settings.print:
            world = World(settings)
            self.worlds.append(world)
            self.stages.append(Print(world))
        self.solver, self.manager, self.definitions = world.solver, world.manager, None
        if settings.rebuild:
            self.manager = cvc5.TermManager()
            self.definitions = Rebuild(self.manager)
        elif settings.second:
            self.definitions = Second()
        if self.definitions is not None:
            self.stages.append(self.definitions)
            self.solver = new_solver(self.manager, settings)
        self.labels = {}  # of formulas and assumptions, by their text
        self.conditions = {}
        self.explanation = ""

    def logic(self, name):
        for world in self.worlds:
            world.obey("(set-logic %s)" % name)
        if self.definitions is not None:
            self.solver.setLogic(name)

    def track(self):
        for solver in [w.solver for w in self.worlds] + [self.solver] * (self.definitions is not None):
            solver.setOption("produce-unsat-cores", "true")

    def declare(self, head, text):
        for world in self.worlds:
            world.obey(text)
        if self.definitions is not None and head.startswith("define-") and head != "define-sort":
            self.define(head, items(text))

    def define(self, head, words):
        """Defines a function in the solver that reads no commands: a function that another solver has defined is a free symbol there."""
        if head == "define-const":
            words[2:2] = ["()"]
        elif head != "define-fun":
            raise Unsupported("%s in a solver that reads no commands" % head)
        name, parameters, body = words[1], words[2], words[4]
        world = self.worlds[-1]
        if items(parameters):
            # A quantifier whose body is an equation says what the parameters are, and keeps the body as it is.
            quantifier = world.term("(forall %s (= %s %s))" % (parameters, body, body))
            variables, value = list(quantifier[0]), quantifier[1][0]
        else:
            variables, value = [], world.term(body)
        old = world.term(name)
        carried = self.definitions.carry(variables + [value])
        new = self.solver.defineFun(name.strip("|"), carried[:-1], carried[-1].getSort(), carried[-1])
        self.definitions.defined(old, new)

    def scope(self, command):
        for world in self.worlds:
            world.obey(command)
        if self.definitions is not None:
            self.push() if command == "(push 1)" else self.pop()

    def push(self):
        self.solver.push()

    def pop(self):
        self.solver.pop()

    def formulas(self, texts):
        return [self.worlds[0].term(text) for text in texts]

    terms = formulas

    def build(self, terms):
        for stage in self.stages:
            terms = stage.carry(terms)
        return terms

    def add(self, term):
        self.solver.assertFormula(term)

    def add_tracked(self, term, label):
        self.labels[str(term)] = label
        self.solver.assertFormula(term)

    def condition(self, label):
        """The constant that is assumed for a label."""
        if label not in self.conditions:
            self.conditions[label] = self.manager.mkConst(self.manager.getBooleanSort(), label)
        return self.conditions[label]

    def add_assumable(self, term, label):
        condition = self.condition(label)
        self.labels[str(condition)] = label
        self.solver.assertFormula(self.manager.mkTerm(cvc5.Kind.IMPLIES, condition, term))

    def check(self, assumptions, labels=()):
        assumptions = assumptions + [self.condition(label) for label in labels]
        result = self.solver.checkSatAssuming(*assumptions) if assumptions else self.solver.checkSat()
        self.explanation = str(result)
        return "sat" if result.isSat() else "unsat" if result.isUnsat() else "unknown"

    def reason(self):
        return self.explanation

    def model(self):
        world = self.worlds[0]
        carried = self.build(list(world.symbols.getDeclaredTerms()))
        sorts = [self.definitions.sort(s) for s in world.symbols.getDeclaredSorts()] if self.settings.rebuild else self.worlds[-1].symbols.getDeclaredSorts()
        text = self.solver.getModel(list(sorts), carried)
        return items(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)

    def values(self, terms):
        return [str(self.solver.getValue(t)) for t in self.build(terms)]

    def core(self):
        return [self.labels[str(t)] for t in self.solver.getUnsatCore() if str(t) in self.labels]


# A program with the same calls, for reports.
PROGRAM = [
    ("", """import cvc5

manager = cvc5.TermManager()
solver = cvc5.Solver(manager)
symbols = cvc5.SymbolManager(manager)
for option in ("produce-models", "incremental", "strings-exp"):
    solver.setOption(option, "true")
parser = cvc5.InputParser(solver, symbols)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, SCRIPT, "script")
while not (command := parser.nextCommand()).isNull():
    command.invoke(solver, symbols)
formulas = list(solver.getAssertions())"""),
    ("simplify", "formulas = [solver.simplify(f) for f in formulas]"),
    ("substitute", None),
    ("print", None),
    ("rebuild", None),
    ("second", ""),
    ("order", "formulas.reverse()"),
    ("", """solver = cvc5.Solver(manager)
for option in ("produce-models", "incremental", "strings-exp"):
    solver.setOption(option, "true")"""),
    ("pop", "solver.push()\nfor f in formulas:\n    solver.assertFormula(f)\nsolver.checkSat()\nsolver.pop()"),
    ("!assume", "assumed = []\nfor f in formulas:\n    solver.assertFormula(f)"),
    ("assume", """assumed = [manager.mkConst(manager.getBooleanSort(), "p%d" % i) for i in range(len(formulas))]
for p, f in zip(assumed, formulas):
    solver.assertFormula(manager.mkTerm(cvc5.Kind.IMPLIES, p, f))"""),
    ("", """answer = solver.checkSatAssuming(*assumed) if assumed else solver.checkSat()
print(answer)
if answer.isSat():
    print(solver.getModel(symbols.getDeclaredSorts(), symbols.getDeclaredTerms()).decode())"""),
]


def start():
    run("cvc5-api", lambda: cvc5.__version__, WAYS, Package, (RuntimeError,), PROGRAM)
