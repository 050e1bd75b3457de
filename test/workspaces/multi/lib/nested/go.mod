module example.com/lib/nested

go 1.24
