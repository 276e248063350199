package seeds_test

import (
	"strings"

	"github.com/assay-smt/assay/internal/base/seeds"
)

// placeOf returns the logic and the status that a built-in seed's name says.
func placeOf(s seeds.Seed) (logic, status string) {
	parts := strings.Split(s.Name, "/")
	return parts[0], parts[1]
}

func logicOf(s seeds.Seed) string { l, _ := placeOf(s); return l }

func statusOf(s seeds.Seed) string { _, st := placeOf(s); return st }
