# What front ends share: it is installed behind each of them, in one file.

import os
import re

# Where commands end: parentheses, what may hold parentheses that are none, and the beginning of such a thing that has not come yet.
SPLIT = re.compile(rb'[()]|"[^"]*"|\|[^|]*\||;[^\n]*\n|["|;]')

RESET = b"(reset)"


def arriving():
    """Yields what comes on standard input as soon as commands are whole, cut behind each reset; what is left at its end comes last."""
    data, at, depth = b"", 0, 0
    while True:
        more = os.read(0, 1 << 16)
        data += more
        ends = []  # of resets, and of the last whole command
        end = 0
        for token in SPLIT.finditer(data, at):
            text = token.group()
            if text in (b'"', b"|", b";"):
                at = token.start()
                break
            at = token.end()
            if text == b"(":
                depth += 1
            elif text == b")":
                depth -= 1
                if depth <= 0:
                    depth, end = 0, at
                    if data.endswith(RESET, 0, at):
                        ends.append(at)
        done = 0
        for cut in ends + [end if more else len(data)]:
            if cut > done:
                yield data[done:cut].decode("utf-8", "replace")
                done = cut
        data, at = data[done:], at - done
        if not more:
            return
