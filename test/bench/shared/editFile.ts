import { appendFile } from 'node:fs/promises';

/** Changes what a Go file compiles to, so that the next build is that of an edited program. */
export async function editFile(file: string): Promise<void> {
  await appendFile(file, `\nvar _ = "${performance.timeOrigin + performance.now()}"\n`);
}
