// Package query asks solvers questions: what they answer, with which models and cores, which operators they support, and whether a core has
// a model. It runs them on a trial bench, and keeps replies so that mutants that depend on them can be made again.
package query
