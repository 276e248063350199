// Package bugbench measures fuzzing by the bugs that it finds: campaigns of several arms (programs, settings, engines) take turns until each has
// used the same CPU time, their findings are judged (which known or new bug each one is), and the times to bugs are compared. It writes
// everything it knows to files as it goes, so it may be killed at any moment and continues where it stopped.
package bugbench
