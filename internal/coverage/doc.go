// Package coverage says what a solver did inside when it answered: by the statistics that stock programs print, by the edges that a program
// counts that was compiled for AFL, and by the lines and branches that gcov knows of. It is the source of what internal/feedback has as
// values, and knows nothing of what is made of it.
package coverage
