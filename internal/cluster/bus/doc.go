// Package bus carries messages between a hub and its workers over NATS JetStream, embedded or not. It owns that dependency: nothing above it knows what a
// subject or a stream is, and nothing here knows what messages say.
//
// A campaign has two streams. One has the leases of slots that are handed out, one message for each: a worker takes one, says now and then that it is
// still at it, and acknowledges it when the results are in the other stream. What a worker no longer speaks of goes to another one. The other stream
// has results until the hub has made them durable itself.
package bus
