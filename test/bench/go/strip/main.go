// Strip copies a profile without the labels of its samples:
//
//	strip FROM TO
package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"linecost.test/bench/wire"
)

// Field numbers of profile.proto.
const (
	profileSample = 2
	sampleLabel   = 3
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: strip FROM TO")
		os.Exit(2)
	}
	if err := strip(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func strip(from, to string) error {
	profile, err := decompress(from)
	if err != nil {
		return err
	}
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	// The level of the Go runtime.
	compressed, err := gzip.NewWriterLevel(buffered, gzip.BestSpeed)
	if err != nil {
		return err
	}
	err = copyFields(compressed, profile)
	return errors.Join(err, compressed.Close(), buffered.Flush(), file.Close())
}

func copyFields(to io.Writer, profile []byte) error {
	return wire.Fields(profile, func(field int, whole, content []byte) error {
		if field == profileSample {
			whole = withoutLabels(content)
		}
		_, err := to.Write(whole)
		return err
	})
}

func withoutLabels(sample []byte) []byte {
	var fields wire.Message
	_ = wire.Fields(sample, func(field int, whole, _ []byte) error {
		if field != sampleLabel {
			fields = append(fields, whole...)
		}
		return nil
	})
	var message wire.Message
	message.Bytes(profileSample, fields)
	return message
}

func decompress(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}
