// Package web serves pages about campaigns: the numbers of each as they grow, the bugs with filters and search, everything about one of them, and the
// tables of assay stats. It is one page with a small program, embedded in the binary; it needs no network beside the server.
//
// Who may read and mark is decided for every request (guard.go): without a token, requests must name a host of this machine, so that no other site's
// page can reach the server through the reader's browser; with a token, all requests need it. Changes must come from the page itself. What solvers and
// seeds wrote reaches the browser as JSON and becomes text nodes; reports become HTML in which everything is escaped (package dossier). No request
// names a file: bugs are found by their IDs in the list of a campaign.
package web
