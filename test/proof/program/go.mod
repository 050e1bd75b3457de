module example.com/proof

go 1.22
