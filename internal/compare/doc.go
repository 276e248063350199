// Package compare tells whether one solver is worse than another: on findings that somebody kept (the corpus), on a user's own files, and on mutants
// of these. It runs both sides on the same scripts, judges them as all of Assay does, repeats what differs in fresh processes and in turns, and says
// of each difference whether it is a regression, an improvement, or old news.
//
// A Record is what is known about one script; records are kept in a journal as they come, so that a comparison that was interrupted goes on. A Tally is
// what they come to.
package compare
