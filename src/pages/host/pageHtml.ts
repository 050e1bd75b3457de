/** The variable parts of the page's HTML. All come from the host, never from a profile. */
export interface PageParts {
  readonly scriptUri: string;
  readonly styleUri: string;
  /** `webview.cspSource`: the origin of the page's own files. */
  readonly cspSource: string;
  /** A new random value for every page, from `crypto`. */
  readonly nonce: string;
}

/**
 * The HTML document of a page. It contains no data: the page requests its state with `ready`. Scripts set styles
 * through the CSSOM, which the policy allows, so the policy needs no `unsafe-…`. The UI toolkit adds an empty `<style>`
 * with the nonce in `meta[property="csp-nonce"]`.
 */
export function pageHtml({ scriptUri, styleUri, cspSource, nonce }: PageParts): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta property="csp-nonce" content="${escape(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${escape(nonce)}" href="${escape(styleUri)}">
<title>Linecost</title>
</head>
<body>
<script nonce="${escape(nonce)}" src="${escape(scriptUri)}"></script>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
