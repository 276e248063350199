// Package syntax reads SMT-LIB text into tokens and s-expressions and writes symbols and strings back.
// It knows nothing about the meaning of commands, sorts or terms.
//
// The lexical rules are those of SMT-LIB 2.6, section 3.1, with the few liberties that every solver
// takes: numerals may have leading zeros, and `#f3m5` is a finite-field literal. Input is untrusted:
// every byte sequence gives either s-expressions or one positioned [Error], and nothing recurses on
// nesting depth.
package syntax
