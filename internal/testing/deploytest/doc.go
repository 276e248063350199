// Package deploytest has the tests of what other projects use to run Assay: action.yml and the folder deploy; and of scripts/
// that are stopped and go on. It has no code of its own.
package deploytest
