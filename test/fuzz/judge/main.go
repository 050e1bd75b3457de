// Judge says of many profiles what Go's own parser makes of them, in one process.
//
// Standard input holds profiles, each behind its length in four bytes, little endian. For each a line is written:
// `ok` and a hash of the text that `pprof -raw` is made of, or `no` and why not. Formats older than profile.proto,
// which Go tries next, count as no.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/pprof/profile"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var length uint32
		if err := binary.Read(in, binary.LittleEndian, &length); errors.Is(err, io.EOF) {
			return
		}
		data := make([]byte, length)
		if _, err := io.ReadFull(in, data); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, err := read(data)
		if err != nil {
			fmt.Fprintf(out, "no %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
		} else if len(os.Args) > 1 {
			fmt.Fprint(out, text)
		} else {
			fmt.Fprintf(out, "ok %x\n", sha256.Sum256([]byte(text)))
		}
	}
}

// read does what profile.ParseData does before it tries older formats.
func read(data []byte) (string, error) {
	if len(data) >= 2 && data[0] == 0x1f && data[1] == 0x8b {
		packed, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(packed)
		}
		if err != nil {
			return "", err
		}
	}
	parsed, err := profile.ParseUncompressed(data)
	if err == nil {
		err = parsed.CheckValid()
	}
	if err != nil {
		return "", err
	}
	return parsed.String(), nil
}
