// Package report makes a page from a campaign's folder: what was run, how solvers and engines fared, what was found. It reads only what the
// campaign has written, runs nothing, and changes nothing.
package report
