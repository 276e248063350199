// Package seedfiles says which formulas the arguments of a command stand for, and reads them. An argument is one of
//
//	x.smt2                  a file of any name
//	x.smt2.gz               a compressed file (.gz, .xz, .zst)
//	bench.tar.zst           an archive (.tar, alone or compressed): all formulas in it
//	bench.tar.zst!QF_S/a    one formula of an archive, or all in a folder of it
//	folder                  all formulas, compressed files and archives below it
//	@list.txt               what a file names, one a line
//
// What a file is follows from its content, not from its name; the name decides only which files of a folder or an archive are formulas.
//
// Archives come from strangers. Memory is bounded whatever is in them, names of members are never used as paths, and an archive that
// unpacks to absurdly much is given up. What is left out is reported with the reason.
package seedfiles
