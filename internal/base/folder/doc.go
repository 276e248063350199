// Package folder decides whether Assay may write into a folder that a user has named. A folder is Assay's only if Assay made it: it then has
// a marker, which is the first file written there and says what kind of folder it is. An empty or new folder is taken. Any other folder
// belongs to the user, and nothing in it is touched.
package folder
