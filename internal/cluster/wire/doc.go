// Package wire has the messages between a hub and its workers: versioned JSON, decoded strictly, with bounds on every size, name and path before
// anything else looks at them. Nothing here knows how messages travel.
package wire
