module example.com/lenses

go 1.24
