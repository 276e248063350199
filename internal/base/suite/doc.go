// Package suite reads the regression suites that solvers keep beside their source: scripts, and the answers that are expected of them, which stand in comments
// or in files beside the scripts rather than in (set-info :status ...).
//
// Suites are what somebody downloaded: nothing in them is run, and only files beside a script are opened.
package suite
