module linecost.test/bench

go 1.24
