// Package store keeps the state of a campaign in an SQLite database, DIR/campaign.db. It alone knows the driver and the SQL: the rest of the
// program hands it Changes, each of which is one transaction, and reads Contents. docs/reference/store.md describes the schema for people.
//
// One process writes to a database at a time, which is for its caller to see to; any number may read it meanwhile. While it is open for writing,
// a database has a write-ahead log beside it; one that was closed is a single file, which can be read where nothing can be written.
//
// Each page has a checksum, as has each entry of the log. Damage is therefore found where it is read, and Salvage reads the rest.
package store
