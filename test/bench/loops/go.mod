module linecost.test/loops

go 1.24
