// Package comparison makes from a comparison of solvers what people and programs read of it: a summary in Markdown for a pull request, the last lines
// on a terminal, a JUnit file and a SARIF file. The page with pictures is in package report.
//
// All functions are pure: the same comparison gives the same bytes. Names of files, what solvers print and what scripts say may be hostile; each
// output shows such text as text.
package comparison
