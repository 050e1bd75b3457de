import { createHash } from 'node:crypto';

/** The page's bundle. */
export interface PageBundle {
  readonly script: string;
  readonly style: string;
  /** The licenses of the software in the bundle, which every copy must have. */
  readonly notices: string;
}

/** Tags that end an element or change where it ends, and characters that browsers replace before they hash. */
const BREAKS_OUT = /<\/?(?:script|style)|[\0\r]/i;

/**
 * A self-contained HTML document: between `before` and `after`, the caller writes the profile's gzipped snapshot as
 * base64. Its content security policy allows only this script and these styles, by their hashes, and no requests. Texts
 * from profiles are only in the base64, so that no text can end an element.
 * @param content the JSON of the page's ExportedPage
 */
export function htmlDocument(
  { script, style, notices }: PageBundle,
  content: string,
): { readonly before: string; readonly after: string } {
  if ([script, style].some((text) => BREAKS_OUT.test(text))) {
    throw new Error('The page cannot be part of an HTML document.');
  }
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(script)}`,
    // The UI toolkit adds an empty style sheet.
    `style-src ${hashOf(style)} ${hashOf('')}`,
    `connect-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const before = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Linecost</title>
<style>${style}</style>
</head>
<body>
<noscript>This page shows a profile of a Go program. It needs JavaScript, and no network.</noscript>
<script type="application/octet-stream" id="exported-page">${Buffer.from(content).toString('base64')}</script>
<script type="application/octet-stream" id="exported-profile">`;
  const after = `</script>
<script>${script}</script>
<!--
${asComment(notices)}
-->
</body>
</html>
`;
  return { before, after };
}

/** Two hyphens could end a comment. */
function asComment(text: string): string {
  return text.replace(/--+/g, (hyphens) => hyphens.replaceAll('-', '- ').trim());
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Encodes pieces of bytes as one base64 text. */
export async function* base64Pieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    // Three bytes are four characters.
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.subarray(0, whole).toString('base64');
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
