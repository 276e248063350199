// Package known reads and writes lists of known bugs, which people edit, and says whether a finding is one of them. It does not judge the
// findings themselves.
package known
