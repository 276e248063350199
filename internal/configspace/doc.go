// Package configspace explores the options of solvers: which of them matter for which operations of formulas is learned by random simulation,
// and kept as correlations. It generates formulas and runs solvers on them through a trial.Runner; it judges nothing.
//
// After Yao, Huang, Tang, Shi, Wu, Zhang: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021), section 4.1.
package configspace
