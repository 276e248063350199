// Package asking puts questions beyond those for answers, models and cores to solvers, and judges what they say: the questions of a script itself,
// those that package inquiry draws, and the same script without any question. It makes no mutants and keeps no findings: campaigns and single files
// are asked in the same way.
package asking
