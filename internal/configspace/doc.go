// Package configspace explores the options of solvers: which of them matter for which operations of formulas is learned by random simulation,
// and kept as correlations. For that it generates formulas and runs solvers on them through a trial.Runner; it judges nothing. Of the options that
// matter a Search makes configurations for one formula, by a genetic algorithm; whoever runs them tells it what came of each.
//
// After Yao, Huang, Tang, Shi, Wu, Zhang: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021), sections 4.1 and 4.2.
package configspace
