// Package termspace counts the terms over some operators, constants and variables, and makes them by number. Terms are ordered by size, the number of
// operators in them; those that differ only in the names of variables count once. So a search through all of them can be split, continued, and
// said to be complete.
//
// Every operator inside a term has a variable below it: solvers replace an application to constants by its value before they look at what is
// around it, and terms of one operator have all of these.
package termspace
