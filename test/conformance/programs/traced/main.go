// Command traced writes an execution trace of goroutines that wait: at least 30 ms for a network connection, 40 ms for a
// channel, and 50 ms for a mutex.
package main

import (
	"log"
	"net"
	"os"
	"runtime/trace"
	"sync"
	"time"
)

func readFromNetwork() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			time.Sleep(30 * time.Millisecond)
			_, err = conn.Write([]byte("x"))
		}
		done <- err
	}()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		log.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err != nil {
		log.Fatal(err)
	}
	if err := <-done; err != nil {
		log.Fatal(err)
	}
}

func receive() {
	values := make(chan int)
	time.AfterFunc(40*time.Millisecond, func() { values <- 1 })
	<-values
}

func lock() {
	var mutex sync.Mutex
	mutex.Lock()
	time.AfterFunc(50*time.Millisecond, mutex.Unlock)
	mutex.Lock()
}

func main() {
	file, err := os.Create(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if err := trace.Start(file); err != nil {
		log.Fatal(err)
	}
	readFromNetwork()
	receive()
	lock()
	trace.Stop()
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
