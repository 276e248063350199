// Package review goes through the findings of a campaign: it confirms them, groups those that are one defect, has them reduced and bisected, and
// sets apart what somebody knows. What it learns of a finding lies in that finding's folder, and of a group in a folder of its own, so that it can be
// killed at any moment and goes on where it was. It has no clock and knows no command line.
package review
