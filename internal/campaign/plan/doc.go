// Package plan has the settings that decide what a campaign does, and reads and writes the file with them, campaign.toml. Each setting is declared
// once: flags, the file, --set and the help follow from it. Nothing here runs a solver or reads what a setting names.
package plan
