# What the drivers of Python packages share: each is installed with this behind it. A driver has a class Package, which reads terms with the
# package's own parser, has them built again in the ways that options name, and asks the package's solver. This file reads commands and prints responses.

import json
import os
import re
import signal
import sys
import traceback

# Words of a command: parentheses, strings, quoted symbols, comments and what is left.
WORD = re.compile(r'\s+|;[^\n]*|[()]|"(?:[^"]|"")*"|\|[^|]*\||[^\s()";|]+')

# Statuses with which a driver ends: wrong options, an error of the package, and a fault of the driver itself.
STATUS_OPTIONS, STATUS_ERROR, STATUS_FAULT = 64, 1, 70

# The options of all drivers. A way is an option that changes how the script is handed to the package, never what it asks.
COMMON = [
    {"name": "order", "kind": "bool", "doc": "assert in the opposite order"},
    {"name": "pop", "kind": "bool", "doc": "assert, check and pop before asserting for good"},
    {"name": "assume", "kind": "bool", "doc": "assert implications and assume their conditions"},
]

# Settings that change nothing here.
IDLE = [
    (":produce-models", "true"), (":produce-models", "false"), (":produce-assignments", "true"), (":produce-assignments", "false"),
    (":produce-proofs", "true"), (":produce-proofs", "false"), (":produce-unsat-assumptions", "true"), (":produce-unsat-assumptions", "false"),
    (":regular-output-channel", '"stdout"'), (":diagnostic-output-channel", '"stderr"'), (":diagnostic-output-channel", '"stdout"'),
    (":print-success", "false"), (":interactive-mode", "false"), (":produce-assertions", "false"), (":incremental", "true"),
]

# How many words a command has at least, where it is more than its name.
LEAST_WORDS = {"set-logic": 2, "set-option": 2, "assert": 2, "check-sat-assuming": 2, "get-value": 2, "echo": 2}

# How many levels a command pushes or pops at most.
MOST_LEVELS = 10000

# The beginning of names that no script has and no model shows.
OWN = "assay!"


class Unsupported(Exception):
    """A way cannot carry what the script has, or the driver does not know a command."""


class BadOption(Exception):
    """The command line makes no sense."""


class PackageError(Exception):
    """The package says that something is wrong."""


def items(text):
    """The texts of the elements of a list."""
    out, depth, begin = [], 0, 0
    for m in WORD.finditer(text):
        word = m.group()
        if word == "(":
            depth += 1
            if depth == 2:
                begin = m.start()
        elif word == ")":
            if depth == 2:
                out.append(text[begin:m.end()])
            depth -= 1
        elif depth == 1 and not word.isspace() and not word.startswith(";"):
            out.append(word)
    return out


def commands(text):
    """The commands of a script, each as a text."""
    depth, begin = 0, 0
    for m in WORD.finditer(text):
        word = m.group()
        if word == "(":
            if depth == 0:
                begin = m.start()
            depth += 1
        elif word == ")":
            depth -= 1
            if depth == 0:
                yield text[begin:m.end()]
            elif depth < 0:
                raise PackageError("a parenthesis closes nothing")
    if depth > 0:
        raise PackageError("the script ends in a command")


def named(body):
    """The formula of an assertion and its name, None if it has none."""
    parts = items(body) if body.startswith("(") else []
    if parts[:1] == ["!"]:
        attributes = dict(zip(parts[2::2], parts[3::2]))
        if ":named" in attributes:
            return parts[1], attributes[":named"]
    return body, None


def quoted(text):
    """A string as SMT-LIB has it."""
    return '"%s"' % text.replace('"', '""')


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def said(error):
    """The text of an exception."""
    text = error.args[0] if error.args else str(error)
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    m = re.match(r'\(error "(.*)"\)\s*$', text, re.DOTALL)
    return m.group(1) if m else text


class Settings:
    """What a command line asks for. Ways are attributes by name, with - as _."""

    def __init__(self, options, args):
        self.file, self.timeout, self.list_options, self.version, self.print_program = None, 0, False, False, False
        for o in options:
            setattr(self, o["name"].replace("-", "_"), o["values"][0] if o["kind"] == "mode" else False)
        known = {o["name"]: o for o in options}
        for word in args:
            name, equals, value = word[2:].partition("=")
            off = name.startswith("no-") and name[3:] in known
            option = known.get(name[3:] if off else name)
            if word in ("--list-options", "--version", "--print-program"):
                setattr(self, name.replace("-", "_"), True)
            elif word.startswith("--timeout=") and value.isdigit():
                self.timeout = int(value)
            elif not word.startswith("-") and self.file is None:
                self.file = word
            elif not word.startswith("--") or option is None:
                raise BadOption("there is no option %s" % word)
            elif option["kind"] == "mode":
                if value not in option["values"]:
                    raise BadOption("--%s is one of %s" % (name, ", ".join(option["values"])))
                setattr(self, name.replace("-", "_"), value)
            elif value not in ("", "true", "false"):
                raise BadOption("--%s is true or false" % name)
            else:
                setattr(self, option["name"].replace("-", "_"), (value != "false") != off)


def list_options(options):
    """Prints the options as assay options reads them."""
    for o in options:
        line = dict(o, default=o["values"][0] if o["kind"] == "mode" else "false", **{"class": "regular"})
        print(json.dumps(line))


class Assertion:
    """A formula of the script, with its name, and what has to be assumed for it, None where it holds anyway."""

    def __init__(self, term, name):
        self.term, self.name, self.label = term, name, None


class Script:
    """Obeys the commands of a script."""

    def __init__(self, make, errors, settings):
        self.make, self.errors, self.settings = make, errors, settings
        self.begin()

    def begin(self):
        self.package = self.make(self.settings)
        self.cores = False
        self.pending = []
        self.levels = [[]]  # of what the package was given
        self.labels = {}
        self.count = 0

    def obey(self, text):
        """Obeys one command; false when it was the last."""
        words = items(text)
        head = words[0] if words else ""
        if head == "exit":
            return False
        if len(words) < LEAST_WORDS.get(head, 1):
            raise Unsupported("command %s without arguments" % head)
        if head in ("set-logic", "set-info"):
            if head == "set-logic":
                self.package.logic(words[1])
        elif head == "set-option":
            self.option(words[1], words[2] if len(words) > 2 else "")
        elif head.startswith(("declare-", "define-")):
            self.package.declare(head, text)
        elif head == "get-info" and words[1:] == [":reason-unknown"]:
            say("(:reason-unknown %s)" % quoted(self.package.reason()))
        elif head == "assert":
            self.add(words[1])
        elif head in ("push", "pop"):
            count = int(words[1]) if len(words) > 1 and words[1].isdigit() else 1
            if count > MOST_LEVELS:
                raise Unsupported("%d levels" % count)
            for _ in range(count):
                self.push() if head == "push" else self.pop()
        elif head == "check-sat":
            self.check([])
        elif head == "check-sat-assuming":
            self.check(items(words[1]))
        elif head in ("get-model", "get-value", "get-unsat-core"):
            try:
                say(self.show(head, words))
            except self.errors as e:  # the script goes on behind a question at the wrong time
                say("(error %s)" % quoted(said(e)))
        elif head == "echo":
            say(words[1])
        elif head == "reset":
            self.begin()
        else:
            raise Unsupported("command %s" % head)
        return True

    def show(self, head, words):
        """What the package shows for its last answer."""
        if head == "get-model":
            return "(\n%s\n)" % "\n".join(d for d in self.package.model() if not hidden(d))
        if head == "get-value":
            asked = items(words[1])
            values = self.package.values(self.package.terms(asked))
            return "(%s)" % "\n ".join("(%s %s)" % pair for pair in zip(asked, values))
        if not self.cores:
            return "(error %s)" % quoted("assay driver: no core was asked for")
        core = [self.labels.get(label) for label in self.package.core()]
        return "(%s)" % " ".join(name for name in core if name is not None)

    def option(self, name, value):
        if name == ":produce-unsat-cores" and value in ("true", "false"):
            self.cores = value == "true"
            if self.cores:
                self.package.track()
        elif name == ":global-declarations":
            self.package.declare("set-option", "(set-option %s %s)" % (name, value))
        elif (name, value) not in IDLE:
            raise Unsupported("option %s %s" % (name, value))

    def add(self, body):
        formula, name = named(body)
        a = Assertion(self.package.formulas([formula])[0], name)
        if name is not None:
            self.package.declare("define-fun", "(define-fun %s () Bool %s)" % (name, formula))
        self.pending.append(a)

    def push(self):
        self.flush()
        self.package.scope("(push 1)")
        self.levels.append([])

    def pop(self):
        if len(self.levels) == 1:
            raise PackageError("pop without push")
        self.pending = []
        self.package.scope("(pop 1)")
        self.levels.pop()

    def flush(self):
        """Gives the package what has been asserted since the last time."""
        if self.settings.order:
            self.pending.reverse()
        built = self.package.build([a.term for a in self.pending])
        if self.settings.pop and built:
            self.package.push()
            for term in built:
                self.package.add(term)
            self.package.check([])
            self.package.pop()
        for a, term in zip(self.pending, built):
            tracked = self.cores and a.name is not None
            if self.settings.assume or tracked:
                label = OWN + str(self.count)
                self.count += 1
                self.labels[label] = a.name if tracked else None
            if self.settings.assume:
                a.label = label
                self.package.add_assumable(term, label)
            elif tracked:
                self.package.add_tracked(term, label)
            else:
                self.package.add(term)
            self.levels[-1].append(a)
        self.pending = []

    def check(self, assumptions):
        self.flush()
        labels = [a.label for level in self.levels for a in level if a.label is not None]
        terms = self.package.build(self.package.formulas(assumptions)) if assumptions else []
        say(self.package.check(terms, labels))


def print_program(pieces, settings):
    """Prints a program without Assay that asks what the script asks in the same way.

    pieces are pairs of a condition and lines: those of the conditions that hold are the program. A condition is empty, a way, a way with its value, or
    a way that is not taken, behind an exclamation mark. None in place of lines means that a way takes more than a few.
    """
    script, asks = [], 0
    for command in (c for text in texts(settings) for c in commands(text)):
        head = items(command)[0]
        if head.startswith(("declare-", "define-", "assert", "set-logic")) and not asks:
            script.append(command)
        elif head == "check-sat":
            asks += 1
        elif head not in ("set-info", "set-option", "exit", "get-model", "get-value"):
            raise BadOption("no program is written for %s" % head)
    if asks != 1:
        raise BadOption("a program is written for one check-sat")
    script = "\n".join(script)
    text = '"""\n%s\n"""' % script.replace("\\", "\\\\") if '"""' not in script else repr(script)
    program = []
    for condition, lines in pieces:
        way, _, value = condition.lstrip("!").partition("=")
        taken = not condition or getattr(settings, way) == (value or True)
        if taken == condition.startswith("!"):
            continue
        if lines is None:
            raise BadOption("--%s takes more than a short program" % way)
        program.append(lines.replace("VALUE", str(getattr(settings, way, ""))).replace("SCRIPT", text))
    print("\n".join(program))
    return 0


def hidden(definition):
    """Whether a definition of a model is of a symbol of the driver."""
    words = items(definition)
    return len(words) > 1 and words[1].strip("|").startswith(OWN)


def fault():
    """Says that the driver itself is wrong, with the place."""
    sys.stdout.flush()
    frame = traceback.extract_tb(sys.exc_info()[2])[-1]
    print("assay driver fault: %s: %s, in %s line %d" % (
        sys.exc_info()[0].__name__, sys.exc_info()[1], os.path.basename(frame.filename), frame.lineno), file=sys.stderr)
    return STATUS_FAULT


def texts(settings):
    """The pieces of the script, as they arrive."""
    if settings.file is None:
        return arriving()
    try:
        with open(settings.file, encoding="utf-8", errors="replace") as f:
            return [f.read()]
    except OSError as e:
        raise BadOption(e)


def converse(make, errors, settings):
    """Obeys scripts. Returns the exit status."""
    pieces = texts(settings)
    try:
        script = Script(make, errors, settings)
        for text in pieces:
            for command in commands(text):
                if not script.obey(command):
                    return 0
    except Unsupported as e:
        say("(error %s)" % quoted("assay driver cannot carry: %s" % e))
        return STATUS_ERROR
    except (PackageError,) + errors as e:
        say("(error %s)" % quoted(said(e)))
        return STATUS_ERROR
    except MemoryError:
        say('(error "out of memory")')
        return STATUS_ERROR
    except BrokenPipeError:
        return STATUS_ERROR
    except Exception:
        return fault()
    return 0


def run(name, version, options, make, errors, pieces):
    """Runs a driver with the command line, and ends the process without freeing anything. pieces are those of its programs."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.setrecursionlimit(10000)
    try:
        settings = Settings(options + COMMON, sys.argv[1:])
        if settings.list_options:
            list_options(options + COMMON)
            status = 0
        elif settings.version:
            print("%s %s" % (name, version()))
            status = 0
        elif settings.print_program:
            status = print_program(pieces, settings)
        else:
            status = converse(make, errors, settings)
    except BadOption as e:
        print("assay driver: %s" % e, file=sys.stderr)
        status = STATUS_OPTIONS
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # nobody reads any more
        status = STATUS_ERROR
    os._exit(status)
