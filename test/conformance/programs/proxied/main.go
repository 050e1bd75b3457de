// Proxied prints for each address whether net/http uses the proxy of the environment.
package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	for _, address := range os.Args[1:] {
		request, err := http.NewRequest("GET", address, nil)
		if err != nil {
			panic(err)
		}
		proxy, err := http.ProxyFromEnvironment(request)
		if err != nil {
			panic(err)
		}
		fmt.Println(proxy != nil)
	}
}
