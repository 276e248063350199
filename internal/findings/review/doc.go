// Package review goes through the findings of a campaign: it confirms them, groups those with the same defect, has them reduced and bisected, and
// sets known bugs apart. What it learns about a finding is stored in that finding's folder, and about a group in a folder of its own, so that it can
// be killed at any moment and then continues where it was. Steps does with one finding what needs solvers. It reads no clock and knows nothing about the command line.
package review
