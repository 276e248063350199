// Package living runs solvers in processes that stay alive and read one script after the other: a trial.Runner that saves the start of
// a process for each query. It does not judge: what a solver printed is read where the output of fresh processes is read too.
//
// A process serves one query at a time. Before and behind each query, and behind each question in it, it is told to echo a marker that
// nobody can guess, so that an error, a missing answer, half an answer or what is left over from before never counts for another
// query. Whatever is out of the ordinary (an error, text that nobody asked for, a missing marker, death) ends the process, and the
// query is run again at once in a process of its own: that run is what the caller gets, with the session for those who want to know
// what became of it. Only clean answers and time-outs come from living processes.
package living
