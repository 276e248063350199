// Package clusters groups findings that are one defect, and says for each why it is in its group. It is pure: its caller tells it what it
// knows about findings, and it runs nothing.
//
// A finding joins others only for a reason, which is kept and shown. Wrong groups hide bugs, while a bug in two groups only costs a look: so
// a possible coincidence is not a reason, and a version in which one finding shows and the other does not keeps the two apart, and
// so does an option that one needs and the other was found without.
package clusters
