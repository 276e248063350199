// Package clusters groups findings that are one defect, and says of each why it stands where it stands. It is pure: what it knows of findings
// it is told, and it runs nothing.
//
// A finding is put to others only for a reason that is kept and shown. Wrong groups hide bugs, while bugs in two groups only cost a look: so
// what might be a coincidence is no reason, and a version in which one shows and the other does not keeps two findings apart.
package clusters
