package cli

import "github.com/assay-smt/assay/internal/base/nearest"

// didYouMean returns ", did you mean X?" for the candidate nearest to word, or nothing when none is near.
func didYouMean(word string, candidates []string) string { return nearest.Hint(word, candidates) }
