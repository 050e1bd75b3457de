// Strip writes a profile without its samples' labels and changes nothing else: strip FROM TO
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

// Numbers of the fields in profile.proto.
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
	profile, err := unpacked(from)
	if err != nil {
		return err
	}
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	// As the Go runtime packs.
	packed, err := gzip.NewWriterLevel(buffered, gzip.BestSpeed)
	if err != nil {
		return err
	}
	err = copyFields(packed, profile)
	return errors.Join(err, packed.Close(), buffered.Flush(), file.Close())
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
	var kept wire.Message
	_ = wire.Fields(sample, func(field int, whole, _ []byte) error {
		if field != sampleLabel {
			kept = append(kept, whole...)
		}
		return nil
	})
	var message wire.Message
	message.Bytes(profileSample, kept)
	return message
}

func unpacked(path string) ([]byte, error) {
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
