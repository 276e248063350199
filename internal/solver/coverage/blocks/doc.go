// Package blocks counts which basic blocks of a release's machine code were executed. No source and no compiler is needed: the first byte of each block is
// replaced by a breakpoint in a copy of the program, which runs under a tracer. A breakpoint that is reached is counted and taken out, from the process at
// once and from the copy before a later run, so that a program that shows nothing new runs at its own speed.
//
// Programs are ELF files for amd64, and run on Linux on amd64.
package blocks
