// Package archtest holds the import graph of the module to a written policy, policy.txt.
// It is not part of the product: nothing imports it, its test is all there is to run.
//
// A [Policy] is parsed from text, [Scan] reads the imports and the uses of standard functions out of a source
// tree, and [Policy.Check] compares the two. All three are pure; the source tree is an [io/fs.FS].
package archtest
