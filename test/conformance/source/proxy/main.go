// Command proxy writes the files of a module proxy that serves one version of a module:
//
//	proxy FOLDER MODULE VERSION SOURCE_FOLDER
//
// See https://go.dev/ref/mod#goproxy-protocol for the layout.
package main

import (
	"archive/zip"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

func main() {
	folder, module, version, source := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	versions := filepath.Join(folder, filepath.FromSlash(escape(module)), "@v")
	must(os.MkdirAll(versions, 0o755))
	base := filepath.Join(versions, escape(version))
	goMod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	must(err)
	must(os.WriteFile(base+".mod", goMod, 0o644))
	info := fmt.Sprintf(`{"Version":%q,"Time":"2024-01-01T00:00:00Z"}`, version)
	must(os.WriteFile(base+".info", []byte(info), 0o644))
	out, err := os.Create(base + ".zip")
	must(err)
	archive := zip.NewWriter(out)
	must(filepath.Walk(source, func(path string, entry os.FileInfo, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(source, path)
		must(err)
		text, err := os.ReadFile(path)
		must(err)
		file, err := archive.Create(module + "@" + version + "/" + filepath.ToSlash(relative))
		must(err)
		_, err = file.Write(text)
		return err
	}))
	must(archive.Close())
	must(out.Close())
}

func escape(text string) string {
	var out strings.Builder
	for _, letter := range text {
		if unicode.IsUpper(letter) {
			out.WriteByte('!')
		}
		out.WriteRune(unicode.ToLower(letter))
	}
	return out.String()
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
