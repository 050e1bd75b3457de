// Judge reads many profiles with Go's own parser, in one process.
//
// Standard input has the profiles, each after its length in four bytes, little endian. For each profile, Judge prints a
// line: `ok` and a hash of the text from which `pprof -raw` is made, or `no` and the reason. It prints `no` for formats
// older than profile.proto. With any argument, it prints the texts instead of `ok` and their hashes.
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
		reader, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(reader)
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
