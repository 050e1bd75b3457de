/** The URL of a path below an address: `https://h/prefix/` and `api/x` → `https://h/prefix/api/x`. */
export function urlUnder(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  url.hash = '';
  return url;
}
