/** Any host but this one would do: what leads there leads away from a relative path. */
const HERE = 'https://here.invalid';

/**
 * A path of this site, or `/`. Browsers read `\` as `/`, skip tabs and line breaks, and resolve dots, so the path is
 * judged as a browser would read it, and once more with its escapes undone: some program on the way may undo them.
 */
export function safeReturnTo(given: string | undefined): string {
  if (given === undefined || !isPlainPath(given)) return '/';
  const url = URL.parse(given, HERE);
  if (url?.origin !== HERE || !isPlainPath(url.pathname)) return '/';
  const path = undoEscapes(url.pathname);
  return path !== null && isPlainPath(path) ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** One slash to begin with, no second one, and nothing that browsers take for one or leave out. */
const isPlainPath = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/[\\\p{Cc}]/u.test(path);

/** Null for escapes that mean nothing. */
function undoEscapes(path: string): string | null {
  try {
    return new URL(decodeURIComponent(path), HERE).origin === HERE ? decodeURIComponent(path) : null;
  } catch {
    // Broken escapes and broken addresses: nobody made such a path by clicking.
    return null;
  }
}
