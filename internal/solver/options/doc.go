// Package options knows the options of solvers: a catalogue read from the solver itself, with the type, the default and the values
// of each option, and what the option is used for according to the solver's profile. It runs the solver and knows nothing about
// campaigns.
//
// What solvers print is hostile: names, values and explanations are bounded and made visible, and what cannot be read is counted.
package options
