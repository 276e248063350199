#!/usr/bin/env python3
"""Makes a wheel that puts a program on PATH.

    wheel.py VERSION GOOS GOARCH PROGRAM MANDIR LICENSE README OUTDIR

The wheel has no Python code: pip copies the program into the environment's bin folder. Equal inputs give equal bytes: the order, modes and dates of
the members are fixed (SOURCE_DATE_EPOCH).
"""
import base64
import hashlib
import os
import pathlib
import sys
import time
import zipfile

# The program is static, so it runs with any C library. Go 1.26 needs macOS 12.
TAGS = {
    ("linux", "amd64"): "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    ("linux", "arm64"): "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    ("darwin", "amd64"): "macosx_12_0_x86_64",
    ("darwin", "arm64"): "macosx_12_0_arm64",
}


def main() -> None:
    version, goos, goarch, program, man, licence, readme, out = sys.argv[1:]
    tag = TAGS[goos, goarch]
    info, data = f"assay_smt-{version}.dist-info", f"assay_smt-{version}.data"
    metadata = "\n".join([
        "Metadata-Version: 2.4", "Name: assay-smt", f"Version: {version}", "Summary: Finds bugs in SMT solvers, and proves that they are bugs",
        "License-Expression: Apache-2.0", "License-File: LICENSE", "Keywords: SMT,SMT-LIB,fuzzing,solvers",
        "Project-URL: Source, https://github.com/assay-smt/assay", "Requires-Python: >=3.7", "Description-Content-Type: text/markdown", "",
        pathlib.Path(readme).read_text(encoding="utf-8"),
    ])
    wheel = "\n".join(["Wheel-Version: 1.0", "Generator: assay packaging/wheel.py", "Root-Is-Purelib: false"] + tags(tag)) + "\n"
    members = [(f"{data}/scripts/assay", pathlib.Path(program).read_bytes(), 0o755)]
    members += [(f"{data}/data/share/man/man1/{page.name}", page.read_bytes(), 0o644) for page in sorted(pathlib.Path(man).glob("*.1"))]
    members += [
        (f"{info}/METADATA", metadata.encode(), 0o644), (f"{info}/WHEEL", wheel.encode(), 0o644),
        (f"{info}/licenses/LICENSE", pathlib.Path(licence).read_bytes(), 0o644),
    ]
    record = "".join(f"{name},sha256={digest(text)},{len(text)}\n" for name, text, _ in members) + f"{info}/RECORD,,\n"
    members.append((f"{info}/RECORD", record.encode(), 0o644))

    date = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800))[:6]  # zip begins in 1980
    path = pathlib.Path(out) / f"assay_smt-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text, mode in members:
            entry = zipfile.ZipInfo(name, date)
            entry.create_system, entry.external_attr, entry.compress_type = 3, (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, text, compresslevel=9)
    print(path)


def tags(compressed: str) -> list[str]:
    return [f"Tag: py3-none-{platform}" for platform in compressed.split(".")]


def digest(text: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
