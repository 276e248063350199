"""The package z3 as its users call it, behind the command line of a solver.

    z3-api [OPTION]... [FILE]

The script is read by the package's own parser. Without an option, its formulas are asserted as they were read. A way has them built again first, or
solved in another manner, so that the same question takes another path through the package.
"""

import z3

WAYS = [
    {"name": "simplify", "kind": "bool", "doc": "simplify() each formula first"},
    {"name": "substitute", "kind": "bool", "doc": "substitute() fresh symbols for the symbols, and the symbols for these"},
    {"name": "rebuild", "kind": "bool", "doc": "build each formula again by functions of the package in a new context, the last argument first"},
    {"name": "translate", "kind": "bool", "doc": "translate() each formula to a new context"},
    {"name": "print", "kind": "bool", "doc": "print the formulas and read them in a new context"},
    {"name": "clone", "kind": "bool", "doc": "translate() the solver to a new context for each check"},
    {"name": "solver", "kind": "mode", "values": ["default", "logic", "simple", "tactic", "optimize"], "doc": "which object checks"},
    {"name": "interrupt", "kind": "mode", "values": ["never", "300", "3000", "30000"],
     "doc": "let each check run out after so many steps, and ask again"},
]


class Stage:
    """Carries formulas on: the input of the next stage, or what is asserted. context is where they are then."""

    def __init__(self, context):
        self.context = context

    def declared(self, head):
        """Told of each declaration of the script."""

    def scope(self, command):
        """Told of each push and pop of the script."""

    def carry(self, terms):
        raise NotImplementedError


class Simplify(Stage):
    def carry(self, terms):
        return [z3.simplify(t) for t in terms]


class Substitute(Stage):
    def carry(self, terms):
        out = []
        for t in terms:
            there = [(c, z3.FreshConst(c.sort(), "there")) for c in constants(t)]
            back = [(b, a) for a, b in there]
            out.append(z3.substitute(z3.substitute(t, *there), *back) if there else t)
        return out


def constants(term):
    """The free constants of a term, in the order in which a walk meets them."""
    out, seen, todo = [], set(), [term]
    while todo:
        t = todo.pop()
        if t.get_id() in seen:
            continue
        seen.add(t.get_id())
        if z3.is_quantifier(t):
            todo.append(t.body())
        elif z3.is_app(t):
            todo.extend(reversed(t.children()))
            if t.num_args() == 0 and t.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                out.append(t)
    return out


class Translate(Stage):
    def __init__(self, context):
        super().__init__(z3.Context())

    def carry(self, terms):
        return [t.translate(self.context) for t in terms]


class Print(Stage):
    def __init__(self, context):
        super().__init__(z3.Context())
        self.reader = z3.ParserContext(self.context)
        self.known = [set()]  # declarations that it has read, by level

    def scope(self, command):
        self.reader.from_string(command)
        if command == "(pop 1)":
            self.known.pop()
        else:
            self.known.append(set(self.known[-1]))

    def carry(self, terms):
        if not terms:
            return []
        # A term that is no formula is printed as an equation with itself.
        whole = [t if z3.is_bool(t) else t == t for t in terms]
        printer = z3.Solver(ctx=whole[0].ctx)
        printer.add(whole)
        if len(printer.assertions()) != len(whole):
            raise Unsupported("formulas that the solver takes apart as they are asserted")
        read = []
        for command in commands(printer.sexpr()):
            if not command.startswith("(assert"):
                if command in self.known[-1]:
                    continue
                self.known[-1].add(command)
            read.extend(self.reader.from_string(command))
        if len(read) != len(whole):
            raise PackageError("%d formulas are printed, and %d are read" % (len(whole), len(read)))
        return [r if z3.is_bool(t) else r.arg(0) for t, r in zip(terms, read)]


class Rebuild(Stage):
    """Builds terms by the functions that users of the package call."""

    def __init__(self, context):
        super().__init__(z3.Context())
        self.sorts, self.functions, self.bound = {}, {}, 0
        self.kept = []  # an id is only of one term while that term lives

    def declared(self, head):
        if head in ("define-fun-rec", "define-funs-rec"):
            raise Unsupported("recursive functions to a new context by functions of the package")

    def carry(self, terms):
        done = {}
        self.kept.extend(terms)
        return [self.term(t, done) for t in terms]

    def term(self, term, done):
        todo = [term]
        while todo:
            t = todo[-1]
            if t.get_id() in done:
                todo.pop()
                continue
            if z3.is_quantifier(t):
                done[t.get_id()] = self.quantifier(t, done)
                continue
            missing = [a for a in t.children() if a.get_id() not in done]
            if missing:
                todo.extend(missing)  # the last one is built first
                continue
            done[t.get_id()] = self.application(t, [done[a.get_id()] for a in t.children()])
        return done[term.get_id()]

    def quantifier(self, q, done):
        old, new = [], []
        for i in range(q.num_vars()):
            name = "%s!%d" % (q.var_name(i), self.bound)
            self.bound += 1
            old.append(z3.Const(name, q.var_sort(i)))
            new.append(z3.Const(name, self.sort(q.var_sort(i))))
            done[old[-1].get_id()] = new[-1]
        opened = z3.substitute_vars(q.body(), *reversed(old))
        self.kept += old + [opened]
        body = self.term(opened, done)
        if q.is_lambda():
            return z3.Lambda(new, body)
        return (z3.ForAll if q.is_forall() else z3.Exists)(new, body, weight=q.weight())

    def sort(self, s):
        key = s.get_id()
        if key not in self.sorts:
            self.kept.append(s)
            self.sorts[key] = self.new_sort(s)
        return self.sorts[key]

    def new_sort(self, s):
        kind, c = s.kind(), self.context
        if kind == z3.Z3_BOOL_SORT:
            return z3.BoolSort(c)
        if kind == z3.Z3_INT_SORT:
            return z3.IntSort(c)
        if kind == z3.Z3_REAL_SORT:
            return z3.RealSort(c)
        if kind == z3.Z3_BV_SORT:
            return z3.BitVecSort(s.size(), c)
        if kind == z3.Z3_FLOATING_POINT_SORT:
            return z3.FPSort(s.ebits(), s.sbits(), c)
        if kind == z3.Z3_ROUNDING_MODE_SORT:
            return z3.RoundingMode(c) if hasattr(z3, "RoundingMode") else s.translate(c)
        if kind == z3.Z3_UNINTERPRETED_SORT:
            return z3.DeclareSort(s.name(), c)
        if kind == z3.Z3_SEQ_SORT:
            return z3.StringSort(c) if s.is_string() else z3.SeqSort(self.sort(s.basis()))
        if kind == z3.Z3_RE_SORT:
            return z3.ReSort(self.sort(s.basis()))
        if kind == z3.Z3_DATATYPE_SORT:
            self.datatypes(s)
            return self.sorts[s.get_id()]
        if kind == z3.Z3_ARRAY_SORT and s.sexpr().startswith("(Array "):
            domains = [self.sort(d) for d in domains_of(s)]
            return z3.ArraySort(*domains, self.sort(s.range()))
        return s.translate(c)

    def datatypes(self, first):
        """Declares a data type together with all that it needs."""
        group, at = [first], 0
        while at < len(group):
            for needed in fields(group[at]):
                if needed.kind() == z3.Z3_DATATYPE_SORT and all(needed.get_id() != s.get_id() for s in group) and needed.get_id() not in self.sorts:
                    group.append(needed)
            at += 1
        self.kept += group
        if any(s.sexpr().startswith("(") for s in group):
            raise Unsupported("data types with parameters to a new context by functions of the package")
        new = {s.get_id(): z3.Datatype(s.name(), self.context) for s in group}
        for s in group:
            for i in range(s.num_constructors()):
                c = s.constructor(i)
                accessors = [s.accessor(i, k) for k in range(c.arity())]
                new[s.get_id()].declare(c.name(), *((a.name(), self.field(a.range(), new)) for a in accessors))
        for s, built in zip(group, z3.CreateDatatypes(*(new[s.get_id()] for s in group))):
            self.sorts[s.get_id()] = built

    def field(self, s, new):
        if s.get_id() in new:
            return new[s.get_id()]
        if any(part.get_id() in new for part in parts(s)):
            raise Unsupported("a data type inside another sort in its own declaration")
        return self.sort(s)

    def application(self, t, args):
        decl = t.decl()
        build = BUILD.get(decl.kind())
        if build is not None:
            built = build(self, t, args)
            if built is not NotImplemented:
                return built
        key = decl.get_id()
        if key not in self.functions:
            self.kept.append(decl)
            if decl.kind() == z3.Z3_OP_UNINTERPRETED and not decl.params():
                sorts = [self.sort(decl.domain(i)) for i in range(decl.arity())] + [self.sort(decl.range())]
                self.functions[key] = z3.Function(decl.name(), *sorts) if decl.arity() else z3.Const(decl.name(), sorts[0]).decl()
            elif decl.kind() in DATATYPE:
                self.functions[key] = self.of_datatype(decl)
            else:
                self.functions[key] = decl.translate(self.context)
        return self.functions[key](*args)

    def of_datatype(self, decl):
        """The constructor, selector or tester that corresponds to one."""
        if decl.kind() == z3.Z3_OP_DT_UPDATE_FIELD:
            raise Unsupported("update-field to a new context by functions of the package")
        old = decl.range() if decl.kind() == z3.Z3_OP_DT_CONSTRUCTOR else decl.domain(0)
        new = self.sort(old)
        for i in range(old.num_constructors()):
            if decl.kind() == z3.Z3_OP_DT_CONSTRUCTOR and old.constructor(i).eq(decl):
                return new.constructor(i)
            if decl.kind() in (z3.Z3_OP_DT_IS, z3.Z3_OP_DT_RECOGNISER) and decl.params() and old.constructor(i).eq(decl.params()[0]):
                return new.recognizer(i)
            if decl.kind() in (z3.Z3_OP_DT_IS, z3.Z3_OP_DT_RECOGNISER) and old.recognizer(i).eq(decl):
                return new.recognizer(i)
            for k in range(old.constructor(i).arity()):
                if decl.kind() == z3.Z3_OP_DT_ACCESSOR and old.accessor(i, k).eq(decl):
                    return new.accessor(i, k)
        raise Unsupported("%s of a data type" % decl.name())


DATATYPE = (z3.Z3_OP_DT_CONSTRUCTOR, z3.Z3_OP_DT_RECOGNISER, z3.Z3_OP_DT_IS, z3.Z3_OP_DT_ACCESSOR, z3.Z3_OP_DT_UPDATE_FIELD)


def domains_of(array):
    """The sorts of the indices of an array sort."""
    one = z3.Const("a", array)
    count = z3.Z3_get_array_arity(array.ctx_ref(), array.ast) if hasattr(z3, "Z3_get_array_arity") else 1
    return [one.sort().domain_n(i) for i in range(count)] if count > 1 else [array.domain()]


def parts(s):
    """The sorts inside a sort that has some."""
    if s.kind() == z3.Z3_ARRAY_SORT:
        inner = domains_of(s) + [s.range()]
    elif s.kind() in (z3.Z3_SEQ_SORT, z3.Z3_RE_SORT):
        inner = [] if s.kind() == z3.Z3_SEQ_SORT and s.is_string() else [s.basis()]
    else:
        return [s]
    return [p for i in inner for p in parts(i)]


def fields(s):
    """The sorts inside the fields of a data type."""
    return [p for i in range(s.num_constructors()) for k in range(s.constructor(i).arity()) for p in parts(s.accessor(i, k).range())]


def fold(f):
    """Builds from the left what the package builds from two."""
    def build(_, t, args):
        out = args[0]
        for a in args[1:]:
            out = f(out, a)
        return out if len(args) > 1 else NotImplemented
    return build


def call(f):
    return lambda _, t, args: f(*args)


def in_context(f):
    """For functions that take the current context for granted otherwise."""
    return lambda r, t, args: f(*args, ctx=r.context)


def number(r, t, args):
    """A numeral of any sort."""
    c = r.context
    if z3.is_int_value(t):
        return z3.IntVal(t.as_string(), c)
    if z3.is_rational_value(t):
        return z3.RealVal(t.as_string(), c)
    if z3.is_bv_value(t):
        return z3.BitVecVal(t.as_long(), t.size(), c)
    return NotImplemented


def float_number(r, t, args):
    if not z3.is_fp_value(t) or t.isNaN() or t.isInf():
        return NotImplemented
    bits = [t.sign_as_bv(), t.exponent_as_bv(True), t.significand_as_bv()]
    if not all(z3.is_bv_value(b) for b in bits):
        return NotImplemented
    return z3.fpFP(*(z3.BitVecVal(b.as_long(), b.size(), r.context) for b in bits), ctx=r.context)


def string(r, t, args):
    return z3.StringVal(t.as_string(), r.context) if z3.is_string_value(t) else NotImplemented


def one_index(f):
    """For functions whose Python form knows arrays with one index only."""
    return lambda r, t, args: f(r, t, args) if len(domains_of(t.sort() if z3.is_array(t) else t.arg(0).sort())) == 1 else NotImplemented


def first_param(t):
    return t.decl().params()[0]


BUILD = {
    z3.Z3_OP_TRUE: lambda r, t, a: z3.BoolVal(True, r.context),
    z3.Z3_OP_FALSE: lambda r, t, a: z3.BoolVal(False, r.context),
    z3.Z3_OP_AND: lambda r, t, a: z3.And(a) if a else NotImplemented,
    z3.Z3_OP_OR: lambda r, t, a: z3.Or(a) if a else NotImplemented,
    z3.Z3_OP_NOT: call(z3.Not),
    z3.Z3_OP_IMPLIES: lambda r, t, a: z3.Implies(*a) if len(a) == 2 else NotImplemented,
    z3.Z3_OP_XOR: fold(z3.Xor),
    z3.Z3_OP_EQ: lambda r, t, a: a[0] == a[1] if len(a) == 2 else NotImplemented,
    z3.Z3_OP_DISTINCT: lambda r, t, a: z3.Distinct(*a) if len(a) > 1 else NotImplemented,
    z3.Z3_OP_ITE: call(z3.If),

    z3.Z3_OP_ANUM: number,
    z3.Z3_OP_ADD: lambda r, t, a: z3.Sum(a),
    z3.Z3_OP_MUL: lambda r, t, a: z3.Product(a),
    z3.Z3_OP_SUB: fold(lambda a, b: a - b),
    z3.Z3_OP_UMINUS: call(lambda a: -a),
    z3.Z3_OP_DIV: fold(lambda a, b: a / b),
    z3.Z3_OP_IDIV: fold(lambda a, b: a / b),
    z3.Z3_OP_MOD: call(lambda a, b: a % b),
    z3.Z3_OP_LE: call(lambda a, b: a <= b),
    z3.Z3_OP_LT: call(lambda a, b: a < b),
    z3.Z3_OP_GE: call(lambda a, b: a >= b),
    z3.Z3_OP_GT: call(lambda a, b: a > b),
    z3.Z3_OP_TO_REAL: call(z3.ToReal),
    z3.Z3_OP_TO_INT: call(z3.ToInt),
    z3.Z3_OP_IS_INT: call(z3.IsInt),

    z3.Z3_OP_BNUM: number,
    z3.Z3_OP_BADD: fold(lambda a, b: a + b),
    z3.Z3_OP_BSUB: fold(lambda a, b: a - b),
    z3.Z3_OP_BMUL: fold(lambda a, b: a * b),
    z3.Z3_OP_BNEG: call(lambda a: -a),
    z3.Z3_OP_BSDIV: call(lambda a, b: a / b),
    z3.Z3_OP_BUDIV: call(z3.UDiv),
    z3.Z3_OP_BSREM: call(z3.SRem),
    z3.Z3_OP_BUREM: call(z3.URem),
    z3.Z3_OP_BSMOD: call(lambda a, b: a % b),
    z3.Z3_OP_ULEQ: call(z3.ULE),
    z3.Z3_OP_ULT: call(z3.ULT),
    z3.Z3_OP_UGEQ: call(z3.UGE),
    z3.Z3_OP_UGT: call(z3.UGT),
    z3.Z3_OP_SLEQ: call(lambda a, b: a <= b),
    z3.Z3_OP_SLT: call(lambda a, b: a < b),
    z3.Z3_OP_SGEQ: call(lambda a, b: a >= b),
    z3.Z3_OP_SGT: call(lambda a, b: a > b),
    z3.Z3_OP_BAND: fold(lambda a, b: a & b),
    z3.Z3_OP_BOR: fold(lambda a, b: a | b),
    z3.Z3_OP_BXOR: fold(lambda a, b: a ^ b),
    z3.Z3_OP_BNOT: call(lambda a: ~a),
    z3.Z3_OP_BSHL: call(lambda a, b: a << b),
    z3.Z3_OP_BLSHR: call(z3.LShR),
    z3.Z3_OP_BASHR: call(lambda a, b: a >> b),
    z3.Z3_OP_CONCAT: lambda r, t, a: z3.Concat(*a) if len(a) > 1 else NotImplemented,
    z3.Z3_OP_EXTRACT: lambda r, t, a: z3.Extract(t.decl().params()[0], t.decl().params()[1], a[0]),
    z3.Z3_OP_SIGN_EXT: lambda r, t, a: z3.SignExt(first_param(t), a[0]),
    z3.Z3_OP_ZERO_EXT: lambda r, t, a: z3.ZeroExt(first_param(t), a[0]),
    z3.Z3_OP_REPEAT: lambda r, t, a: z3.RepeatBitVec(first_param(t), a[0]),
    z3.Z3_OP_ROTATE_LEFT: lambda r, t, a: z3.RotateLeft(a[0], first_param(t)),
    z3.Z3_OP_ROTATE_RIGHT: lambda r, t, a: z3.RotateRight(a[0], first_param(t)),

    z3.Z3_OP_SELECT: one_index(lambda r, t, a: a[0][a[1]]),
    z3.Z3_OP_STORE: one_index(lambda r, t, a: z3.Store(*a)),
    z3.Z3_OP_CONST_ARRAY: one_index(lambda r, t, a: z3.K(r.sort(t.sort().domain()), a[0])),

    z3.Z3_OP_FPA_NUM: float_number,
    z3.Z3_OP_FPA_FP: in_context(z3.fpFP),
    z3.Z3_OP_FPA_NEG: in_context(z3.fpNeg),
    z3.Z3_OP_FPA_ABS: in_context(z3.fpAbs),
    z3.Z3_OP_FPA_ADD: in_context(z3.fpAdd),
    z3.Z3_OP_FPA_SUB: in_context(z3.fpSub),
    z3.Z3_OP_FPA_MUL: in_context(z3.fpMul),
    z3.Z3_OP_FPA_DIV: in_context(z3.fpDiv),
    z3.Z3_OP_FPA_FMA: in_context(z3.fpFMA),
    z3.Z3_OP_FPA_SQRT: in_context(z3.fpSqrt),
    z3.Z3_OP_FPA_REM: in_context(z3.fpRem),
    z3.Z3_OP_FPA_ROUND_TO_INTEGRAL: in_context(z3.fpRoundToIntegral),
    z3.Z3_OP_FPA_MIN: in_context(z3.fpMin),
    z3.Z3_OP_FPA_MAX: in_context(z3.fpMax),
    z3.Z3_OP_FPA_LE: in_context(z3.fpLEQ),
    z3.Z3_OP_FPA_LT: in_context(z3.fpLT),
    z3.Z3_OP_FPA_GE: in_context(z3.fpGEQ),
    z3.Z3_OP_FPA_GT: in_context(z3.fpGT),
    z3.Z3_OP_FPA_EQ: in_context(z3.fpEQ),
    z3.Z3_OP_FPA_IS_NAN: in_context(z3.fpIsNaN),
    z3.Z3_OP_FPA_IS_INF: in_context(z3.fpIsInf),
    z3.Z3_OP_FPA_IS_ZERO: in_context(z3.fpIsZero),
    z3.Z3_OP_FPA_IS_NORMAL: in_context(z3.fpIsNormal),
    z3.Z3_OP_FPA_IS_SUBNORMAL: in_context(z3.fpIsSubnormal),
    z3.Z3_OP_FPA_IS_NEGATIVE: in_context(z3.fpIsNegative),
    z3.Z3_OP_FPA_IS_POSITIVE: in_context(z3.fpIsPositive),
    z3.Z3_OP_FPA_TO_REAL: in_context(z3.fpToReal),

    z3.Z3_OP_INTERNAL: string,
    z3.Z3_OP_SEQ_UNIT: call(z3.Unit),
    z3.Z3_OP_SEQ_CONCAT: lambda r, t, a: z3.Concat(*a) if len(a) > 1 else NotImplemented,
    z3.Z3_OP_SEQ_PREFIX: call(z3.PrefixOf),
    z3.Z3_OP_SEQ_SUFFIX: call(z3.SuffixOf),
    z3.Z3_OP_SEQ_CONTAINS: call(z3.Contains),
    z3.Z3_OP_SEQ_EXTRACT: call(z3.SubSeq),
    z3.Z3_OP_SEQ_REPLACE: call(z3.Replace),
    z3.Z3_OP_SEQ_AT: call(lambda s, i: s.at(i)),
    z3.Z3_OP_SEQ_NTH: call(lambda s, i: s[i]),
    z3.Z3_OP_SEQ_LENGTH: call(z3.Length),
    z3.Z3_OP_SEQ_INDEX: lambda r, t, a: z3.IndexOf(*a) if len(a) == 3 else NotImplemented,
    z3.Z3_OP_SEQ_TO_RE: call(z3.Re),
    z3.Z3_OP_SEQ_IN_RE: call(z3.InRe),
    z3.Z3_OP_RE_PLUS: call(z3.Plus),
    z3.Z3_OP_RE_STAR: call(z3.Star),
    z3.Z3_OP_RE_OPTION: call(z3.Option),
    z3.Z3_OP_RE_UNION: lambda r, t, a: z3.Union(*a) if len(a) > 1 else NotImplemented,
    z3.Z3_OP_RE_CONCAT: lambda r, t, a: z3.Concat(*a) if len(a) > 1 else NotImplemented,
    z3.Z3_OP_RE_INTERSECT: lambda r, t, a: z3.Intersect(*a) if len(a) > 1 else NotImplemented,
    z3.Z3_OP_RE_COMPLEMENT: call(z3.Complement),
    z3.Z3_OP_STR_TO_INT: call(z3.StrToInt),
    z3.Z3_OP_INT_TO_STR: call(z3.IntToStr),
}

# In the order in which formulas pass them.
STAGES = [("simplify", Simplify), ("substitute", Substitute), ("rebuild", Rebuild), ("translate", Translate), ("print", Print)]


class Package:
    """Reads with one context, and solves in that of the last stage."""

    def __init__(self, settings):
        self.settings = settings
        context = z3.Context()
        self.reader = z3.ParserContext(context)
        self.scoped = True  # a pop takes back declarations; the parser cannot be told once it has begun
        self.stages = []
        for name, stage in STAGES:
            if getattr(settings, name):
                self.stages.append(stage(context))
                context = self.stages[-1].context
        self.context = context
        self.named_logic = ""
        self.solver, self.cores = None, False
        self.checked = None  # the solver that checked last: the solver, or its clone

    def logic(self, name):
        self.named_logic = name
        self.reader.from_string("(set-logic %s)" % name)

    def declare(self, head, text):
        if head == "set-option":
            self.scoped = not text.endswith(" true)")
            return
        self.reader.from_string(text)
        for stage in self.stages:
            stage.declared(head)

    def scope(self, command):
        if self.scoped:
            self.reader.from_string(command)
        for stage in self.stages:
            stage.scope(command)
        self.push() if command == "(push 1)" else self.pop()

    def track(self):
        self.cores = True

    def formulas(self, texts):
        out = []
        for text in texts:
            read = self.reader.from_string("(assert %s)" % text)
            if len(read) != 1:
                raise Unsupported("formulas that the parser takes apart")
            out.append(read[0])
        return out

    def terms(self, texts):
        out = []
        for text in texts:
            # An equation of a term with itself says its sort; z3 keeps it as it is.
            read = self.reader.from_string("(assert (= %s %s))" % (text, text))
            if len(read) != 1 or read[0].num_args() != 2:
                raise Unsupported("terms that the parser takes apart")
            out.append(read[0].arg(0))
        return out

    def build(self, terms):
        for stage in self.stages:
            terms = stage.carry(terms)
        return terms

    def ask(self):
        """The solver, made when it is needed first."""
        if self.solver is None:
            kind = self.settings.solver
            if kind == "simple":
                self.solver = z3.SimpleSolver(ctx=self.context)
            elif kind == "logic" and self.named_logic:
                self.solver = z3.SolverFor(self.named_logic, ctx=self.context)
            elif kind == "tactic":
                self.solver = z3.Then(z3.Tactic("simplify", self.context), z3.Tactic("smt", self.context)).solver()
                self.solver.set("unsat_core", self.cores)  # without it, such a solver has empty cores
            elif kind == "optimize":
                self.solver = z3.Optimize(ctx=self.context)
            else:
                self.solver = z3.Solver(ctx=self.context)
            if self.settings.timeout:
                self.solver.set("timeout", self.settings.timeout)
            if self.settings.interrupt != "never" and kind == "optimize":
                raise Unsupported("an interruption of Optimize")
            if self.settings.clone and kind == "optimize":
                raise Unsupported("a clone of Optimize")
        return self.solver

    def push(self):
        self.ask().push()

    def pop(self):
        self.ask().pop()

    def add(self, term):
        self.ask().add(term)

    def add_tracked(self, term, label):
        self.ask().assert_and_track(term, z3.Bool(label, self.context))

    def add_assumable(self, term, label):
        self.ask().add(z3.Implies(z3.Bool(label, self.context), term))

    def check(self, assumptions, labels=()):
        solver = self.ask()
        assumptions = assumptions + [z3.Bool(label, self.context) for label in labels]
        if self.settings.clone:
            there = z3.Context()
            solver = solver.translate(there)
            assumptions = [a.translate(there) for a in assumptions]
        self.checked = solver
        if self.settings.interrupt != "never":
            solver.set("rlimit", int(self.settings.interrupt))
            solver.check(*assumptions)
            solver.set("rlimit", 0)
        return str(solver.check(*assumptions))

    def model(self):
        return commands(self.checked.model().sexpr())

    def values(self, terms):
        model = self.checked.model()
        out = []
        for t in self.build(terms):
            if self.settings.clone:
                t = t.translate(model.ctx)
            out.append(model.eval(t, model_completion=True).sexpr())
        return out

    def reason(self):
        return self.checked.reason_unknown()

    def core(self):
        return [c.decl().name() for c in self.checked.unsat_core()]


# A program with the same calls, for reports.
PROGRAM = [
    ("", "import z3\n\ncontext = z3.Context()\nformulas = list(z3.parse_smt2_string(SCRIPT, ctx=context))"),
    ("simplify", "formulas = [z3.simplify(f) for f in formulas]"),
    ("substitute", None),
    ("rebuild", None),
    ("translate", "context = z3.Context()\nformulas = [f.translate(context) for f in formulas]"),
    ("print", "printer = z3.Solver(ctx=context)\nprinter.add(formulas)\ncontext = z3.Context()\n"
              "formulas = list(z3.parse_smt2_string(printer.sexpr(), ctx=context))"),
    ("order", "formulas.reverse()"),
    ("solver=default", "solver = z3.Solver(ctx=context)"),
    ("solver=logic", None),
    ("solver=simple", "solver = z3.SimpleSolver(ctx=context)"),
    ("solver=tactic", 'solver = z3.Then(z3.Tactic("simplify", context), z3.Tactic("smt", context)).solver()'),
    ("solver=optimize", "solver = z3.Optimize(ctx=context)"),
    ("pop", "solver.push()\nsolver.add(formulas)\nsolver.check()\nsolver.pop()"),
    ("!assume", "solver.add(formulas)\nassumed = []"),
    ("assume", 'assumed = [z3.Bool("p%d" % i, context) for i in range(len(formulas))]\n'
               "solver.add([z3.Implies(p, f) for p, f in zip(assumed, formulas)])"),
    ("clone", "context = z3.Context()\nsolver = solver.translate(context)\nassumed = [p.translate(context) for p in assumed]"),
    ("!interrupt=never", 'solver.set("rlimit", VALUE)\nsolver.check(*assumed)\nsolver.set("rlimit", 0)'),
    ("", "answer = solver.check(*assumed)\nprint(answer)\nif answer == z3.sat:\n    print(solver.model())"),
]


def start():
    run("z3-api", z3.get_version_string, WAYS, Package, (z3.Z3Exception,), PROGRAM)
