/** A file name that is valid on all systems. */
export function fileNameOf(name: string, extension: string): string {
  const plain = name.replace(/[\\/:*?"<>|\s\p{Cc}\p{Cf}]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  return `${plain.slice(0, 100) || 'profile'}.${extension}`;
}
