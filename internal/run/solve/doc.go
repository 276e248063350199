// Package solve runs targets on one script, asks them all that Assay asks about a script, and judges what they do. It does not find the
// script, nor show the result.
package solve
