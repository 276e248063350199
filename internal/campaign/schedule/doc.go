// Package schedule says which part of a campaign's work comes next, and what is done already. It makes and runs nothing, reads no clock and
// needs no lock: the same calls in the same order give the same answers.
//
// A slot is one piece of work: the mutants that one engine makes of one seed, once. It may be extended while it is worked on. Slots are numbered from 0, and which seed and engine a
// slot has follows from its number and the campaign seed alone. Two stretches of slots have names:
//
//   - a lap has one slot for each seed, in a random order;
//   - a round has as many laps as there are engines, and so one slot for each pair of seed and engine. Slot.Round counts the earlier slots
//     of the same pair.
//
// A schedule may be one of several shards, which hands out its own slots only; the others count as done, and have no mutants.
//
// Slots are handed out in the order of their numbers, but workers end them in any order. So there are two edges, see Schedule.
package schedule
