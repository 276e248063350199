// Package verify runs what a report says: from the report's own text, in an empty folder, with the programs that it names. It does not know
// how a finding was judged, and does not evaluate anything.
package verify
