// Package configspace explores the options of solvers. It learns by random simulation which options matter for which operations of formulas, and
// keeps that as correlations. For that it generates formulas and runs solvers on them through a trial.Runner; it judges nothing. From the options
// that matter, a Search makes configurations for one formula, by a genetic algorithm; the code that runs them reports the result of each.
//
// After Yao, Huang, Tang, Shi, Wu, Zhang: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021), sections 4.1 and 4.2.
package configspace
