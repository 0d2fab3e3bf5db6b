/** Parameters that say where a visitor came from, never what a page holds. */
const TRACKING =
  /^(utm_\w*|gclid|gclsrc|dclid|wbraid|gbraid|fbclid|msclkid|yclid|twclid|mc_cid|mc_eid|_ga|_gl|igshid)$/i;
const SESSION = /^(phpsessid|jsessionid|aspsessionid\w*|session_?id|cfid|cftoken)$/i;
/** Also a name for other things: a session's is long and without sense. */
const PERHAPS_SESSION = /^(sid|s)=[0-9a-f]{16,}$/i;
const URL_LENGTH = 2_000;

/**
 * One way of writing an address, so that a page is known by one: no fragment, no tracking, no session, parameters in
 * order, `index.html` left out. Null: not an address of a page.
 */
export function normaliseUrl(address: string, base?: string): string | null {
  const url = URL.parse(address.trim(), base);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.pathname = normaliseEscapes(url.pathname)
    .replace(/;jsessionid=[^/;]*/gi, '')
    .replace(/\/index\.html?$/i, '/');
  // Left encoded as it is: it may be in another encoding than UTF-8.
  const kept = url.search
    .slice(1)
    .split('&')
    .map(normaliseEscapes)
    .filter((pair) => pair !== '' && !isNoise(pair))
    .toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  url.search = kept.join('&');
  return url.href.length > URL_LENGTH ? null : url.href;
}

const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function isNoise(pair: string): boolean {
  const name = nameOf(pair);
  return TRACKING.test(name) || SESSION.test(name) || PERHAPS_SESSION.test(pair);
}

/** `%7e` and `~` are the same; so are `%c3` and `%C3`. */
const normaliseEscapes = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (hexadecimal) => {
    const character = String.fromCharCode(Number.parseInt(hexadecimal.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : hexadecimal.toUpperCase();
  });
