// Package figures has all figures of a campaign, as tables by topic, for people and for programs. What a campaign's folder holds is read, never
// changed, and nothing is run; the one screen that a campaign ends with is the work of package screen.
package figures
