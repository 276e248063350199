// Package smtcomp reads what SMT-COMP has published about benchmarks, and says what is known about a formula whose path ends like a benchmark's.
//
// It reads three forms, each also compressed:
//
//	results-TRACK-YEAR.json.gz   {"results": [{"solver", "file": {"logic", "family", "name"}, "result", ...}]}, since 2024 for all years from 2018
//	benchmarks-YEAR.json.gz      {"non_incremental": [{"file": {...}, "status", ...}], "incremental": [...]}
//	*.csv                        with a header; the columns benchmark, solver, result and expected, as StarExec writes them. Until 2023
//
// Competitors may be wrong, and benchmarks have wrong labels. So an answer counts when two solvers give it and nobody the other one; what contradicts is no truth.
package smtcomp
