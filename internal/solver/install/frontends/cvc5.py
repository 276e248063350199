"""The program cvc5, made of the library of the same name, for versions that come without a program.

    cvc5 [OPTION]... [FILE]

Everything is done by the library: options, reading, answers. This file does what the driver of the real program does around it. It
reads SMT-LIB (or SyGuS) from FILE or standard input, obeys one command after the other, and ends at the first error with status 1.
A crash of the library is a crash of this process, with the same signal.

Different from the real program: --help lists options without explaining them, --list-options prints what the library knows of them, a segmentation fault is not turned into an abort, a
prompt is never shown, and the place of a parse error is that of the command that has it.
"""

import json
import os
import re
import select
import signal
import sys
import time

# What the letters stand for; those with a value are in VALUED.
LETTERS = {"d": "debug", "h": "help", "i": "incremental", "L": "lang", "m": "produce-models", "o": "output", "q": "quiet",
           "t": "trace", "v": "verbose", "V": "version"}
# Options that the library describes by no type, and whether they take a value.
UNTYPED = {"quiet": False, "verbose": False, "stats": False}

# Errors behind which the program goes on: a question at the wrong time. Behind any other it ends.
HARMLESS = re.compile(r'\(error "[Cc]annot get (?:(?:model|value) unless|.* unless (?:in unsat mode|after an? ))')

# Parentheses, and what may hold parentheses that are none.
TOKEN = re.compile(r'[()]|"[^"]*"|\|[^|]*\||;[^\n]*')

SUGGESTION = "\n\nPlease use --help to get help on command-line options."


# What is freed when the process ends and not before: freeing large terms takes long, and the program does not either.
KEPT = []


class OptionError(Exception):
    """The command line makes no sense."""


class Failure(Exception):
    """The program ends with a message."""


def new_solver(cvc5):
    """Returns a solver and its symbols. Term managers exist since version 1.2."""
    if hasattr(cvc5, "TermManager"):
        manager = cvc5.TermManager()
        return cvc5.Solver(manager), cvc5.SymbolManager(manager)
    solver = cvc5.Solver()
    return solver, cvc5.SymbolManager(solver)


def message(error):
    """The text of an error of the library."""
    text = error.args[0] if error.args else str(error)
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)


def info(solver, name):
    """What the library knows of an option, None if it does not know it."""
    try:
        return solver.getOptionInfo(name)
    except RuntimeError:
        return None


def text_of(name):
    return name.decode() if isinstance(name, bytes) else name


class CommandLine:
    """Hands the options of a command line to the solver; files is what is left."""

    def __init__(self, solver, args):
        self.solver, self.files, self.tlimit = solver, [], 0
        self.rest = list(args)
        while self.rest:
            word = self.rest.pop(0)
            if word == "--":
                self.files += self.rest
                return
            if word.startswith("--"):
                self.long(word)
            elif word.startswith("-") and word != "-":
                self.short(word)
            else:
                self.files.append(word)

    def value(self, word):
        if not self.rest:
            raise OptionError("option `%s' missing its required argument" % word)
        return self.rest.pop(0)

    def long(self, word):
        if word == "--list-options":
            raise SystemExit(list_options(self.solver))
        name, equals, value = word[2:].partition("=")
        known = info(self.solver, name)
        if known is None and name.startswith("no-"):
            positive = info(self.solver, name[3:])
            if positive is not None and positive["type"] is bool and not equals:
                return self.set(word, name[3:], "false")
        if known is None:
            raise OptionError("can't understand option `%s'" % word)
        if known["type"] is bool or not UNTYPED.get(name, True):
            if equals:
                raise OptionError("can't understand option `%s'" % word)
            return self.set(word, name, "true")
        return self.set(word, name, value if equals else self.value(word))

    def short(self, word):
        """-q, several as in -qi, or with a value as in -L smt2 and -Lsmt2."""
        letters = word[1:]
        while letters:
            letter, letters = letters[0], letters[1:]
            known = info(self.solver, LETTERS.get(letter, "")) if letter in LETTERS else None
            if known is None:
                raise OptionError("can't understand option `%s'" % word)
            name = LETTERS[letter]
            if known["type"] is bool or not UNTYPED.get(name, True):
                self.set(word, name, "true")
                continue
            self.set(word, name, letters or self.value(word))
            return

    def set(self, word, name, value):
        if name in ("help", "help-regular"):
            raise SystemExit(usage(self.solver))
        try:
            self.solver.setOption(name, value)
        except RuntimeError as e:
            text = message(e)
            prefix = "Error in option parsing: "
            raise OptionError(text[len(prefix):] if text.startswith(prefix) else text)
        if name in ("version", "copyright", "show-config"):  # the library has printed it
            raise SystemExit(0)
        if name == "tlimit":
            self.tlimit = int(value)


def usage(solver):
    print("usage: cvc5 [options] [input-file]\n\nWithout an input file, or with `-', cvc5 reads from standard input.\n\nOptions:")
    for name in sorted(text_of(n) for n in solver.getOptionNames()):
        print("  --" + name)
    sys.stdout.flush()
    return 1


def list_options(solver):
    """Prints what the library knows of each option, a JSON object in each line. Values are texts, so that no number is rounded."""
    for name in sorted(text_of(n) for n in solver.getOptionNames()):
        known = info(solver, name)
        if known is None:
            continue
        line = {"name": name, "aliases": [text_of(a) for a in known["aliases"]]}
        if text_of(known["name"]) != name or name in line["aliases"]:  # another name of an option
            continue
        category = str(known.get("category", "")).rpartition(".")[2].lower()
        if category in ("common", "regular", "expert"):
            line["class"] = category
        if known["type"] is None:
            line["kind"] = "string" if UNTYPED.get(name, True) else "switch"
        elif known["type"] == "mode":
            line.update(kind="mode", default=text_of(known["default"]), values=[text_of(m) for m in known["modes"]])
        elif known["type"] is bool:
            line.update(kind="bool", default="true" if known["default"] else "false")
        elif known["type"] in (int, float):
            line.update(kind="double" if known["type"] is float else "int", default=str(known["default"]))
            if known["type"] is int and negative(solver, name):
                line.update(kind="uint", least="0")
            for bound, field in (("minimum", "least"), ("maximum", "most")):
                if known[bound] is not None:
                    line[field] = str(known[bound])
        else:
            line.update(kind="string", default=text_of(known["default"]))
        print(json.dumps(line))
    sys.stdout.flush()
    return 0


def negative(solver, name):
    """Whether the library refuses -1 because it is negative."""
    try:
        solver.setOption(name, "-1")
    except RuntimeError as e:
        return "negative" in message(e)
    return False


def watch(milliseconds):
    """Starts a process that ends this one in the way of the program when its time is over, and ends itself when this one does.

    No thread and no handler of Python runs while the library works.
    """
    solving = os.getpid()
    watched, alive = os.pipe()
    if os.fork() != 0:
        os.close(watched)  # and alive stays open for as long as this process lives
        return
    os.close(alive)
    os.close(0)
    os.close(1)
    deadline = time.monotonic() + milliseconds / 1000
    left = milliseconds / 1000
    while left > 0:
        if select.select([watched], [], [], left)[0]:
            os._exit(0)
        left = deadline - time.monotonic()
    os.write(2, b"cvc5 interrupted by timeout.\n")
    os.kill(solving, signal.SIGABRT)
    os._exit(0)


def more_stack():
    """Deep terms want more stack than the usual eight megabytes; the program does the same."""
    try:
        import resource
        soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
    except (ImportError, ValueError, OSError):
        pass


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def say_error(text):
    say('(error "%s")\n' % text.replace('"', '""'))


class Driver:
    """Reads commands and has the library obey them."""

    def __init__(self, cvc5, solver, symbols, file, renew):
        self.cvc5, self.solver, self.symbols = cvc5, solver, symbols
        self.renew = renew  # returns a new solver with its symbols
        self.file = file
        self.shows = [(kind, "(get-%s)" % what) for option, kind, what in (
            ("dump-models", "sat", "model"), ("dump-proofs", "unsat", "proof"),
            ("dump-unsat-cores", "unsat", "unsat-core"), ("dump-difficulty", "", "difficulty")) if self.on(option)]
        self.parse_only = self.on("parse-only")

    def on(self, option):
        known = info(self.solver, option)
        return known is not None and known["type"] is bool and known["current"]

    def language(self):
        """What --lang asks for, else what the file's name says, else SMT-LIB."""
        languages = self.cvc5.InputLanguage
        try:
            chosen = text_of(self.solver.getOption("input-language"))
        except RuntimeError:
            chosen = ""
        if "SYGUS" in chosen.upper():
            return languages.SYGUS_2_1
        if "SMT" not in chosen.upper() and self.file and self.file.endswith((".sy", ".sl")):
            return languages.SYGUS_2_1
        return languages.SMT_LIB_2_6

    def parser(self):
        return self.cvc5.InputParser(self.solver, self.symbols)

    def run(self):
        """Returns the exit status."""
        parser = self.parser()
        name = self.file
        if name is None:
            return self.converse()
        if not os.path.isfile(name) and not os.path.exists(name):
            raise Failure("Couldn't open file: " + name)
        KEPT.append(parser)
        parser.setFileInput(self.language(), name)
        done = 0
        while True:
            command = self.next(parser, done)
            if command.isNull():
                return 0
            done += 1
            KEPT.append(command)
            kind = text_of(command.getCommandName())
            if not self.obey(command, kind):
                return 1
            if kind == "exit":
                return 0

    def next(self, parser, done):
        """The command that follows on those done."""
        try:
            return parser.nextCommand()
        except MemoryError:
            raise Failure("std::bad_alloc")
        except Exception as e:  # whatever the library throws for what it cannot read
            raise Failure("Parse Error: %s: %s\n" % (self.place(done), message(e)))

    def converse(self):
        """Obeys the commands on standard input as they come. Returns the exit status."""
        for text in arriving():
            parser = self.parser()
            parser.setStringInput(self.language(), text, "<stdin>")
            while True:
                command = self.next(parser, 0)
                if command.isNull():
                    break
                kind = text_of(command.getCommandName())
                if not self.obey(command, kind):
                    return 1
                if kind == "exit":
                    return 0
            if text.endswith(RESET.decode()):
                self.solver, self.symbols = self.renew()  # the library keeps the logic
        return 0

    def place(self, done):
        """Where the command stands that follows on those done: the library does not tell where in it the error is."""
        if self.file is None:
            return "<stdin>"
        with open(self.file, encoding="utf-8", errors="surrogateescape") as f:
            text = f.read()
        depth = 0
        for token in TOKEN.finditer(text):
            if token.group() == "(":
                depth += 1
                if depth == 1:
                    done -= 1
            elif token.group() == ")":
                depth -= 1
            if done < 0 or depth < 0:
                break
        else:
            return self.file
        begin = token.start()
        line = text.count("\n", 0, begin)
        return "%s:%d.%d" % (self.file, line + 1, begin - text.rfind("\n", 0, begin) - 1)

    def obey(self, command, kind):
        """Executes a command; false when the program would end behind it."""
        if self.parse_only and not kind.startswith(("declare-", "define-", "set-logic", "reset")):
            return True
        answer = command.invoke(self.solver, self.symbols)
        answer = text_of(answer)
        say(answer)
        if answer.startswith('(error "') and not HARMLESS.match(answer):
            return False
        if kind in ("check-sat", "check-sat-assuming") and self.shows:
            return self.show(answer.strip())
        return True

    def show(self, answer):
        for kind, text in self.shows:
            if kind in ("", answer):
                parser = self.parser()
                parser.setStringInput(self.cvc5.InputLanguage.SMT_LIB_2_6, text, "options")
                if not self.obey(parser.nextCommand(), "get"):
                    return False
        return True


def statistics(solver):
    """Prints what --stats asks for, as the program does."""
    def on(name):
        known = info(solver, name)
        return bool(known and known["current"])

    for name, value in sorted(solver.getStatistics().get(on("stats-internal"), on("stats-all")).items()):
        shown = value["value"] if isinstance(value, dict) and "value" in value else value
        if isinstance(shown, dict):
            shown = "{ %s }" % ", ".join("%s: %s" % item for item in shown.items())
        print("%s = %s" % (text_of(name), shown), file=sys.stderr)


def whole(solver):
    """Has a solver not be incremental, unless the command line has it so."""
    if not info(solver, "incremental")["setByUser"]:
        solver.setOption("incremental", "false")


def main(args):
    more_stack()
    import cvc5
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    solver, symbols = new_solver(cvc5)
    KEPT.extend((solver, symbols))
    try:
        line = CommandLine(solver, args)
    except OptionError as e:
        print('(error "Error in option parsing: %s")\n%s' % (e, SUGGESTION[1:]), file=sys.stderr)
        return 1
    driver, status = None, 1
    try:
        if len(line.files) > 1:
            raise Failure("Too many input files specified.")
        if line.tlimit > 0:
            watch(line.tlimit)
        whole(solver)

        def renew():
            solver, symbols = new_solver(cvc5)
            CommandLine(solver, args)
            whole(solver)
            return solver, symbols

        driver = Driver(cvc5, solver, symbols, line.files[0] if line.files and line.files[0] != "-" else None, renew)
        status = driver.run()
    except Failure as e:
        say_error(str(e))
    if driver is not None and driver.on("stats"):
        statistics(solver)
    return status


def start():
    """Runs the program and ends the process, without freeing anything, as the real program does."""
    try:
        code = main(sys.argv[1:])
    except SystemExit as e:
        code = e.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
