import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findTestFunctions } from '../../../src/go/code/findTests';

/**
 * Prints the path of each test file, and below it a line `<TAB>kind name line-endLine` for each function that `go test`
 * runs, by the rules of Go and cmd/go.
 */
const LISTER = `package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

func named(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	r, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLower(r))
}

func takes(f *ast.FuncDecl, arg string) bool {
	params := f.Type.Params.List
	if f.Type.Results != nil && len(f.Type.Results.List) > 0 || len(params) != 1 || len(params[0].Names) > 1 {
		return false
	}
	star, ok := params[0].Type.(*ast.StarExpr)
	if !ok || f.Type.TypeParams.NumFields() > 0 {
		return false
	}
	if id, ok := star.X.(*ast.Ident); ok {
		return id.Name == arg
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == arg
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	filepath.WalkDir(os.Args[1], func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return nil
		}
		fmt.Fprintf(out, "%s\\n", path)
		examples := map[string]bool{}
		for _, e := range doc.Examples(file) {
			examples["Example"+e.Name] = e.Output != "" || e.EmptyOutput
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv != nil {
				continue
			}
			name, kind := f.Name.Name, ""
			for prefix, arg := range map[string]string{"Benchmark": "B", "Test": "T", "Fuzz": "F"} {
				if named(name, prefix) && takes(f, arg) {
					kind = strings.ToLower(prefix)
				}
			}
			if examples[name] {
				kind = "example"
			}
			if kind != "" {
				fmt.Fprintf(out, "\\t%s %s %d-%d\\n", kind, name, set.PositionFor(f.Pos(), false).Line, set.PositionFor(f.End(), false).Line)
			}
		}
		return nil
	})
}
`;

test('findTestFunctions finds the functions that go test runs, in every test file of the Go tree', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-conformance-'));
  try {
    writeFileSync(join(folder, 'main.go'), LISTER);
    const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
    const options = { encoding: 'utf8', maxBuffer: 1 << 28, cwd: folder, env: { ...process.env, GO111MODULE: 'off' } } as const;
    const listing = execFileSync('go', ['run', 'main.go', join(goroot, 'src')], options);
    const files = listing.trimEnd().split(/\n(?!\t)/).map((block) => block.trim().split('\n\t'));
    assert.ok(files.length > 1000, `only ${files.length} files`);
    for (const [file = '', ...expected] of files) {
      const functions = findTestFunctions(readFileSync(file, 'utf8'));
      const lines = functions.map(({ kind, name, line, endLine }) => `${kind} ${name} ${line}-${endLine}`);
      assert.deepEqual(lines, expected, file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
