// Package dossier has what pages show about the bugs of a campaign: a list with an entry for each of triage's clusters and for each finding that is
// in none, and everything about one of them. It reads the campaign's folder and changes nothing. What solvers and seeds wrote is bounded, and
// Markdown becomes HTML in which every text is escaped.
package dossier
