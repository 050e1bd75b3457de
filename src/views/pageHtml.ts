/** What the page's HTML depends on; all of it comes from the host, none of it from a profile. */
export interface PageParts {
  readonly scriptUri: string;
  readonly styleUri: string;
  /** `webview.cspSource`: where the page's own files are served from. */
  readonly cspSource: string;
  /** Fresh for every page, from `crypto`. */
  readonly nonce: string;
}

/**
 * The whole document of the panel's page. It carries no data: the page asks for its state with `ready`.
 * Styles that the page sets itself go through the CSSOM, which the policy does not touch; nothing needs `unsafe-…`. The
 * UI toolkit adds one empty `<style>`, with the nonce that it looks for in `meta[property="csp-nonce"]`.
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
