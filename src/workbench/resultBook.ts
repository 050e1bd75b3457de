import * as vscode from 'vscode';
import type { BenchmarkResult } from '../bench/parse';

/** The last results of each benchmark of this window, by file and name. */
export class ResultBook implements vscode.Disposable {
  private readonly results = new Map<string, readonly BenchmarkResult[]>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  of(file: string, benchmark: string): readonly BenchmarkResult[] {
    return this.results.get(keyOf(file, benchmark)) ?? [];
  }

  /** Whether there are results of any benchmark of the file. */
  has(file: string): boolean {
    return [...this.results.keys()].some((key) => key.startsWith(keyOf(file, '')));
  }

  set(file: string, benchmark: string, results: readonly BenchmarkResult[]): void {
    this.results.set(keyOf(file, benchmark), results);
    this.changed.fire();
  }

  clear(): void {
    this.results.clear();
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function keyOf(file: string, benchmark: string): string {
  return `${file}\0${benchmark}`;
}
