// Package feedback represents what solvers show of their insides as values: signatures of single runs, and maps of everything
// seen. It runs nothing and reads no solver's output; internal/solver/coverage does.
package feedback
