/** The shortest unique end of a path: `lib` of `example.com/app/lib` beside `example.com/app/tool`. */
export function uniqueTail(path: string, others: readonly string[]): string {
  const parts = path.split(/[\\/]/);
  for (let count = 1; count < parts.length; count++) {
    const tail = parts.slice(-count).join('/');
    if (others.every((other) => !`/${other.replaceAll('\\', '/')}`.endsWith(`/${tail}`))) return tail;
  }
  return path;
}

/** A file name that is valid on all systems. */
export function fileNameOf(name: string, extension: string): string {
  const plain = name.replace(/[\\/:*?"<>|\s\p{Cc}\p{Cf}]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  return `${plain.slice(0, 100) || 'profile'}.${extension}`;
}
