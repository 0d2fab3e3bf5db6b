/** Apps that show pages inside themselves and say so. */
const APPS = /\b(?:FBAN|FBAV|Instagram|Line)\b[/;]/;
/** This one opens a link outside when the address says so. */
const OBEYS_ADDRESS = /\bLine\//;

/**
 * The page is shown inside another app, where Google refuses to sign anybody in (`disallowed_useragent`): Android says
 * `wv`; on iOS every browser, but no app, ends with `Safari/` and a number.
 */
export function isEmbedded(userAgent: string): boolean {
  if (/\(iP(?:hone|ad|od)/.test(userAgent) && !/Safari\/\d/.test(userAgent)) return true;
  return /; wv\)/.test(userAgent) || APPS.test(userAgent);
}

/** Where the same page opens in the person's own browser; null when the app offers no such address. */
export function outsideAddress(userAgent: string, href: string): string | null {
  if (!OBEYS_ADDRESS.test(userAgent)) return null;
  const url = new URL(href);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
