module github.com/assay-smt/assay/tools

go 1.26.0

require github.com/assay-smt/assay v0.0.0

require (
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/ncruces/go-sqlite3 v0.37.0 // indirect
	github.com/ncruces/go-sqlite3-wasm/v6 v6.5.35401 // indirect
	github.com/ncruces/julianday v1.0.0 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	github.com/ulikunitz/xz v0.5.17 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace github.com/assay-smt/assay => ../
