module example.com/UPPER/Case

go 1.24
