// Package crosscheck holds measurements of Assay against real solvers and real seeds. It has only tests:
// short ones in CI, and long ones behind `make crosscheck-long`, whose results are in evaluation.
package crosscheck
