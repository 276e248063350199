// Command mistakes measures what the tests of Assay catch: it plants mistakes that a rule chooses, one at a time, and runs the tests
// of the changed package and of its nearest dependents.
//
//	mistakes places                  how many places for mistakes each package has, by kind
//	mistakes list                    the chosen mistakes
//	mistakes show ID...              what a mistake changes
//	mistakes run                     plants the chosen mistakes; continues where it was stopped
//	mistakes report                  tables of the results
//
// The rule (choose.go): every package has a share of the mistakes according to its size. Its places are ordered by kind of mistake, file
// and position, and every k-th is taken; --seed says where to begin, so another seed draws mistakes that nobody has seen. A mistake
// that does not compile is replaced by the next place. --survivors-of takes the survivors of an earlier record instead, also where the code
// around them has changed since.
//
// It is a module of its own, so that nothing of it can get into the program. It uses the standard library only.
package main
