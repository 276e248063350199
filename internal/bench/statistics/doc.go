// Package statistics compares samples: survival curves with censoring, the log-rank test, and exact permutation tests. Every function says what it
// needs, and none of them knows what it compares.
package statistics
