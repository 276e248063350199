// Package live says how far a running campaign is: what it did so far, what it found, and how both went over time. A [Tracker] keeps a [State] up to
// date, and writes it into a file of the campaign's folder, from which other processes can [Read] it.
package live
