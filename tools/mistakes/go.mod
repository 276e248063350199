module github.com/assay-smt/assay/tools/mistakes

go 1.26.0
