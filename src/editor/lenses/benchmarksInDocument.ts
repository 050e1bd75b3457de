import type * as vscode from 'vscode';
import type { TestFunction } from '../../go/captureTypes';
import { findTestFunctions } from '../../go/code/findTests';

interface CachedBenchmarks {
  readonly version: number;
  readonly functions: readonly TestFunction[];
}

const lastFound = new WeakMap<vscode.TextDocument, CachedBenchmarks>();

export function benchmarksOf(document: vscode.TextDocument): readonly TestFunction[] {
  return functionsOf(document).filter(({ kind }) => kind === 'benchmark');
}

/** The tests, examples and fuzz tests of a file. */
export function testsOf(document: vscode.TextDocument): readonly TestFunction[] {
  return functionsOf(document).filter(({ kind }) => kind !== 'benchmark');
}

/** Cached until the file's text changes. */
function functionsOf(document: vscode.TextDocument): readonly TestFunction[] {
  const last = lastFound.get(document);
  if (last?.version === document.version) return last.functions;
  const functions = findTestFunctions(document.getText());
  lastFound.set(document, { version: document.version, functions });
  return functions;
}
