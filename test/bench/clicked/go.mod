module example.com/checked

go 1.24
