// Package view shows how far a campaign is on a terminal of any size: a state and what the user has chosen become lines of text. It is pure, and does not
// know the terminal: lines have parts with a style, and keys come as words.
package view
