// Package fuzzer is the loop of a campaign without the campaign: a seed and an engine become a chain of mutants, a
// mutant becomes runs of all solvers, the runs become a verdict. It keeps no state between chains, knows no
// time and no number of workers, and writes nothing but scratch files.
package fuzzer
