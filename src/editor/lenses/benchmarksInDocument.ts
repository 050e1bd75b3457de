import type * as vscode from 'vscode';
import type { TestFunction } from '../../capture/contracts';
import { findTestFunctions } from '../../capture/goCode/findTests';

interface CachedBenchmarks {
  readonly version: number;
  readonly benchmarks: readonly TestFunction[];
}

const lastFound = new WeakMap<vscode.TextDocument, CachedBenchmarks>();

/** The benchmarks of a test file; cached until its text changes. */
export function benchmarksOf(document: vscode.TextDocument): readonly TestFunction[] {
  const last = lastFound.get(document);
  if (last?.version === document.version) return last.benchmarks;
  const benchmarks = findTestFunctions(document.getText()).filter(({ kind }) => kind === 'benchmark');
  lastFound.set(document, { version: document.version, benchmarks });
  return benchmarks;
}
