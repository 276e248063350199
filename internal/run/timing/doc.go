// Package timing says whether one way of running a script takes more CPU time than another, on machines that do other work at the same time.
//
// The solver's own count of its work comes first: it is the same in each run. CPU time is measured in pairs, one run right after the other, which
// of them first in turns, and is judged by an interval that assumes nothing about the noise. Wall time proves nothing.
package timing
