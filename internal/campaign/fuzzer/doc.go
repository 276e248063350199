// Package fuzzer is the loop of a campaign without the campaign: a seed and an engine become a chain of mutants; a mutant becomes
// a trial, a verdict, hits, and events that report them. The package keeps no state between chains, and knows neither time nor
// the number of workers.
package fuzzer
