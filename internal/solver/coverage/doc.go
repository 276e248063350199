// Package coverage says what a solver did internally when it answered: by the statistics that stock programs print, by the edges that a
// program compiled for AFL counts, and by the lines and branches that gcov knows about. It is the source of the values in
// internal/solver/feedback, and does not know what they are used for.
package coverage
