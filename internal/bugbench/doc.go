// Package bugbench measures fuzzing by the bugs that it finds: campaigns of several arms (programs, settings, engines) take turns until each has
// used as much CPU time, their findings are judged (which bug of a collection is it, or which new one), and the times to bugs are
// compared. Whatever it knows lies in files that are written as it goes, so that it may be killed at any moment and goes on where it was.
package bugbench
