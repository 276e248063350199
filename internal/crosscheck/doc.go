// Package crosscheck holds measurements of Assay against real solvers and real seeds. It has tests only:
// short ones in CI, long ones behind `make crosscheck-long`, whose results stand in docs/measurements.
package crosscheck
