// Package living runs solvers in processes that stay alive and read one script after the other. It is a trial.Runner that avoids
// starting a process for each query. It does not judge: what a solver printed is read by the same code as the output of fresh
// processes.
//
// A process serves one query at a time. Before and after each query, and after each question in it, the process is told to echo a
// marker that cannot be guessed, so that an error, a missing answer, half an answer or leftover output never counts for another query.
// Anything unusual (an error, unrequested text, a missing marker, death) ends the process, and the query is run again at once in a
// process of its own. The caller gets that run, with the session for those who want to know what became of it. Only clean answers and
// time-outs come from reused processes.
package living
