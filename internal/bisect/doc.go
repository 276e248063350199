// Package bisect searches a line of versions for those between which a defect came and went. It runs nothing: whoever calls it says of one
// version whether the defect shows there. It is pure and deterministic, and belongs to one goroutine at a time.
//
// Unlike a plain binary search it does not believe that a defect comes once and goes once: it asks a few versions more than it needs, and all
// of them when these contradict that. A version that cannot say stands for nothing, and the search goes around it.
package bisect
