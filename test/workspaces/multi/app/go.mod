module example.com/app

go 1.24

require (
	example.com/UPPER/Case v0.0.0
	example.com/lib v0.0.0
)
