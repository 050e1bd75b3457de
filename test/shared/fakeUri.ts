import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export class FakeUri {
  readonly authority: string;
  readonly path: string;

  private constructor(
    readonly scheme: string,
    readonly fsPath: string,
    private readonly text: string,
  ) {
    const url = new URL(text);
    this.authority = url.host;
    this.path = decodeURIComponent(url.pathname);
  }

  static file(file: string): FakeUri {
    return new FakeUri('file', file, pathToFileURL(file).href);
  }

  static parse(text: string): FakeUri {
    const url = new URL(text);
    if (url.protocol === 'file:') return FakeUri.file(fileURLToPath(text));
    return new FakeUri(url.protocol.slice(0, -1), decodeURIComponent(url.pathname), text);
  }

  static from({ scheme, path = '', query = '' }: { scheme: string; path?: string; query?: string }): FakeUri {
    return FakeUri.parse(`${scheme}:${path}?${query}`);
  }

  static joinPath({ fsPath }: FakeUri, ...parts: readonly string[]): FakeUri {
    return FakeUri.file(path.join(fsPath, ...parts));
  }

  with({ fragment }: { fragment: string }): FakeUri {
    const url = new URL(this.text);
    url.hash = fragment;
    return new FakeUri(this.scheme, this.fsPath, url.href);
  }

  toString(): string {
    return this.text;
  }
}
