"""The program bitwuzla, made of the library of the same name, for versions that come without a program.

    bitwuzla [OPTION]... [FILE]

Everything is done by the library: options, reading, answers. This file does what the driver of the real program does around it. A
crash of the library is a crash of this process, with the same signal.

Different from the real program: --help lists options without explaining them; --list-options prints what the library knows of them.
"""

import json
import os
import re
import signal
import sys
import time

# Where an error is in a text that is no file.
PLACE = re.compile(r"^<string>:(\d+):(\d+):")

CALL = re.compile(r"^invalid call to '.*?', ", re.DOTALL)


class Failure(Exception):
    """The program ends with a message and status 1."""


class CommandLine:
    """What a command line asks for. library is what the library is to understand."""

    def __init__(self, options, args):
        self.options = options
        self.library, self.file, self.language = [], None, None
        self.base, self.limit = 2, 0
        self.print = self.parse_only = False
        self.rest = list(args)
        while self.rest:
            self.word(self.rest.pop(0))
        if self.language is None:
            self.language = "btor2" if (self.file or "").endswith(".btor2") else "smt2"

    def value(self, word):
        """The value of an option, behind = or in the next word."""
        if "=" in word:
            name, value = word.rsplit("=", 1)
        else:
            name, value = word, ""
            if self.rest and not self.rest[0].startswith("-"):
                value = self.rest.pop(0)
        if not value:
            raise Failure("expected value for option `%s`" % name)
        return name, value

    def number(self, word):
        name, value = self.value(word)
        if not value.isdigit():
            raise Failure("expected numeric value for option `%s` but got `%s`" % (name, value))
        return int(value)

    def word(self, word):
        name = word.split("=", 1)[0]
        if word in ("-h", "--help"):
            raise SystemExit(usage(self.options))
        if word == "--list-options":
            raise SystemExit(list_options(self.options))
        if word in ("-V", "--version", "-c", "--copyright"):
            import bitwuzla
            about = bitwuzla.version() if word in ("-V", "--version") else bitwuzla.copyright()
            print(about.decode() if isinstance(about, bytes) else about)
            raise SystemExit(0)
        if word in ("-p", "--print-formula"):
            self.print = True
        elif word in ("-P", "--parse-only"):
            self.parse_only = True
        elif name == "--bv-output-format":
            self.base = self.number(word)
            if self.base not in (2, 10, 16):
                raise Failure("invalid bit-vector output number format, expected '2', '10', or '16'")
        elif name in ("-t", "--time-limit"):
            self.limit = self.number(word)
        elif name == "--lang":
            _, self.language = self.value(word)
            if self.language not in ("smt2", "btor2"):
                raise Failure("invalid input language given `%s`, expected 'smt2' or 'btor2'" % self.language)
        elif word.startswith("-"):
            self.option(word)
        elif self.file in (None, word):
            self.file = word
        else:
            raise Failure("multiple input files detected: `%s`, already got `%s`." % (word, self.file))

    def option(self, word):
        """An option of the library, with the next word where that is its value."""
        self.library.append(word)
        name = word.lstrip("-")
        if "=" in word or not self.options.is_valid(name) or not self.rest:
            return
        option = self.options.option(name)
        counts = name in ("v", "verbosity", "l", "loglevel")  # without a number they count
        if self.options.is_mode(option) or (self.options.is_numeric(option) and (not counts or self.rest[0].isdigit())):
            self.library.append(self.rest.pop(0))


def usage(options):
    import bitwuzla
    print("Usage:\n  bitwuzla [<options>] [<input>]\n\nOptions:")
    for option in bitwuzla.Option:
        print("  --" + options.lng(option))
    return 0


def list_options(options):
    """Prints what the library knows of each option, a JSON object in each line. Values are texts, so that no number is rounded."""
    import bitwuzla
    for option in bitwuzla.Option:
        name, standard = options.lng(option), options.get(option)
        line = {"name": name, "doc": options.description(option)}
        if standard is None:
            line.update(kind="string")
        elif options.is_bool(option):
            line.update(kind="bool", default="true" if standard else "false")
        elif options.is_mode(option):
            line.update(kind="mode", default=standard, values=sorted(options.modes(option)))
        else:
            line.update(kind="uint", default=str(standard), least=bound(options, option, 0, "0"), most=bound(options, option, 2**64 - 1, ""))
        print(json.dumps(line))
    return 0


def bound(options, option, extreme, otherwise):
    """The bound that the library names when an extreme value is out of range."""
    import bitwuzla
    try:
        options.set(option, extreme)
    except bitwuzla.BitwuzlaException as e:
        m = re.search(r"expected value [<>]= (\d+)", message(e))
        return m.group(1) if m else otherwise
    return otherwise


def message(error):
    text = error.args[0] if error.args else str(error)
    return CALL.sub("", text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text))


def die_with_parent(parent):
    """Has the system end this process when its parent ends. Linux only; elsewhere a killed parent leaves it behind."""
    try:
        import ctypes
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        return
    if os.getppid() != parent:
        os._exit(1)


def limit_time(milliseconds):
    """Goes on in a child process. This one waits for it, and ends as it does, or as the program does when its time is over.

    No thread and no handler of Python runs while the library works.
    """
    parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        die_with_parent(parent)
        return
    deadline = time.monotonic() + milliseconds / 1000
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        left = deadline - time.monotonic()
        if left <= 0:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.write(1, b"unknown\n")
            os._exit(0)
        if hasattr(signal, "sigtimedwait"):
            signal.sigtimedwait([signal.SIGCHLD], left)
        else:
            time.sleep(min(left, 0.01))
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL) if os.WTERMSIG(status) != signal.SIGKILL else None
        os.kill(parent, os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def converse(bitwuzla, options, line):
    """Obeys the commands on standard input as they come."""
    try:
        import ctypes
        flush = ctypes.CDLL(None).fflush
    except (ImportError, OSError, AttributeError):
        def flush(_):
            pass
    def new():
        return bitwuzla.Parser(bitwuzla.TermManager(), options, line.language, line.base)

    def place(m):
        line, column = int(m.group(1)), int(m.group(2))
        return "<stdin>:%d:%d:" % (lines + line, column + (columns if line == 1 else 0))

    parser, lines, columns = new(), 0, 0  # what was read before
    for text in arriving():
        try:
            parser.parse(text, False, False)
        except bitwuzla.BitwuzlaException as e:
            raise Failure(PLACE.sub(place, message(e)))
        flush(None)
        lines += text.count("\n")
        columns = len(text) - text.rfind("\n") - 1 + (0 if "\n" in text else columns)
        if text.endswith(RESET.decode()):
            parser = new()  # behind a reset this one takes no more
    return parser


def run(args):
    import bitwuzla
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    options = bitwuzla.Options()
    line = CommandLine(options, args)
    if line.limit > 0:
        limit_time(line.limit)
    try:
        if line.library:
            options.set_args(*line.library)
        if line.file is not None and not os.path.exists(line.file):
            raise Failure("failed to open '%s'" % line.file)
        if line.file is None and line.language == "smt2" and not (line.print or line.parse_only):
            parser = converse(bitwuzla, options, line)
        else:
            parser = bitwuzla.Parser(bitwuzla.TermManager(), options, line.language, line.base)
            parser.parse("/dev/stdin" if line.file is None else line.file, line.print or line.parse_only, True)
        solver = parser.bitwuzla()
        if line.print:
            if not line.parse_only:
                solver.simplify()
            print(solver.print_formula(line.language), end="")
        elif line.language == "btor2":
            answer = solver.check_sat()
            print(getattr(answer, "value", answer))
        if options.get(bitwuzla.Option.VERBOSITY):
            for name, value in solver.statistics().items():
                print("%s: %s" % (name, value))
    except bitwuzla.BitwuzlaException as e:
        text = message(e)
        raise Failure(text.replace("/dev/stdin:", "<stdin>:") if line.file is None else text)


def main(args):
    try:
        run(args)
    except Failure as e:
        sys.stdout.flush()
        print("[error] %s" % e, file=sys.stderr)
        return 1
    except MemoryError:  # which the program does not catch
        sys.stdout.flush()
        os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
        os.abort()
    return 0


def start():
    """Runs the program and ends the process."""
    sys.exit(main(sys.argv[1:]))
