#!/usr/bin/env python3
"""A cvc5 command made of the cvc5 Python library, for versions that come without a program.

    cvc5-library.py [--OPTION[=VALUE]]... [FILE]

It reads SMT-LIB commands from FILE, or from standard input, executes each one as soon as it is complete, and prints what
cvc5 answers. An error is printed as (error "..."). Unlike the program it goes on with the next line then; the exit code is 1.
"""

import re
import sys

import cvc5


OPAQUE = re.compile(r'"[^"]*"|\|[^|]*\||;[^\n]*\n|;[^\n]*$')


def commands(lines):
    """Yields complete commands, or several that end in one line: parentheses outside of literals, quoted symbols and comments match."""
    text = []
    depth = 0
    for line in lines:
        text.append(line)
        if any(c in line for c in '"|;'):
            # A literal that goes on in the next line has an odd number of quotes: look at all lines since the command began.
            whole = OPAQUE.sub("", "".join(text))
            depth = 1 if '"' in whole or "|" in whole else whole.count("(") - whole.count(")")
        elif len(text) > 1 and depth > 0:
            whole = OPAQUE.sub("", "".join(text))
            depth = 1 if '"' in whole or "|" in whole else whole.count("(") - whole.count(")")
        else:
            depth = line.count("(") - line.count(")")
        if depth <= 0:
            yield "".join(text)
            text, depth = [], 0
    if "".join(text).strip():
        yield "".join(text)


def options(solver, args):
    """Sets the options among the arguments, and returns the files."""
    files = []
    for arg in args:
        if not arg.startswith("--"):
            files.append(arg)
            continue
        name, equals, value = arg[2:].partition("=")
        if name == "lang":
            continue
        if not equals:
            value = "true"
            if name.startswith("no-"):
                name, value = name[3:], "false"
        solver.setOption(name, value)
    return files


def main(args):
    solver = cvc5.Solver(cvc5.TermManager())
    if "--version" in args:
        print("This is cvc5 version " + solver.getVersion().decode())
        return 0
    try:
        files = options(solver, args)
    except RuntimeError as e:
        print("cvc5-library.py: " + str(e), file=sys.stderr)
        return 1
    symbols = cvc5.SymbolManager(solver.getTermManager())
    parser = cvc5.InputParser(solver, symbols)
    source = open(files[0], encoding="utf-8", errors="surrogateescape") if files else sys.stdin
    failed = 0
    for text in commands(source):
        try:
            # The parser forgets now and then that its input is incremental; the symbols are kept elsewhere.
            parser.setIncrementalStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "input")
            parser.appendIncrementalStringInput(text)
            while True:
                command = parser.nextCommand()
                if command.isNull():
                    break
                answer = command.invoke(solver, symbols)
                print(answer, end="", flush=True)
                failed |= answer.startswith("(error")
                if command.getCommandName() == "exit":
                    return failed
        except RuntimeError as e:  # what the library throws for what it cannot parse
            print('(error "' + str(e).replace('"', '""') + '")', flush=True)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
