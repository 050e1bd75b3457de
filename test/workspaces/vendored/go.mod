module example.com/vendored

go 1.24

require example.com/dep v1.2.3
