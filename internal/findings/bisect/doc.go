// Package bisect searches a line of versions for those between which a defect came and went. It runs nothing itself: the caller says of
// each version whether the defect shows there. It is pure and deterministic, and belongs to one goroutine at a time.
//
// Unlike a plain binary search it does not assume that a defect comes once and goes once: it asks a few more versions than it needs, and all
// of them when these contradict that assumption. A version that cannot say counts for nothing, and the search goes around it.
package bisect
