// Package growth measures the engines' own costs, without any solver: reading a seed, preparing it, each mutant, and each
// mutant's text. It makes the seeds to measure with, of any size: shapes that stress some part of the work, and real formulas
// side by side. It judges nothing, and keeps no record.
package growth
