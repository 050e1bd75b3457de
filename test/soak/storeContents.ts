// The kill test computes the profiles and sources of a capture from its id, so that damage is recognized.

export function profileBytes(id: string, label: string): Uint8Array {
  return Buffer.from(`${id} ${label}\n`.repeat(2000));
}

export function sourcesOf(id: string): Map<string, string> {
  return new Map([['/a.go', `package a // ${id}\n`.repeat(1000)]]);
}
