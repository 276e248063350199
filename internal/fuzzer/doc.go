// Package fuzzer is the loop of a campaign without the campaign: a seed and an engine become a chain of mutants, a mutant becomes
// a trial, a verdict, hits, and events that tell of them. It keeps no state between chains, and knows no time and no number of
// workers.
package fuzzer
