// Package screen makes the one screen that a campaign ends with: what was found, whether the campaign is healthy, what needs a person, and what to do
// next. It shows no other figures; those are the work of package figures.
package screen
