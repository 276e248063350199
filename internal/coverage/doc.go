// Package coverage says what a solver did inside when it answered, as far as that can be seen from outside. So far that is the statistics
// that stock programs print. It runs nothing.
package coverage
