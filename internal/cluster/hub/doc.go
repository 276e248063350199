// Package hub has the slots of a campaign filled by workers on other machines. The campaign itself is an ordinary one, with its books, its store and its
// findings: a Hub takes the place of its workers. It hands slots to a bus, a bounded number at a time, and enters what comes back; what came is
// acknowledged once it is durable, so that a kill at any moment loses nothing that is not done again, and nothing counts twice.
package hub
