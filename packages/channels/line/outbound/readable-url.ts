const SHOWN = new Set(['http:', 'https:']);

/** Percent-encoded address a chat can open, or null when there is none to show (relative, script, data). */
export function readableUrl(url: string): string | null {
  const spelled = url.toWellFormed();
  if (/^mailto:/i.test(spelled)) return spelled.slice('mailto:'.length);
  if (/^tel:/i.test(spelled)) return spelled.slice('tel:'.length);
  if (!URL.canParse(spelled)) return null;
  const parsed = new URL(spelled);
  if (!SHOWN.has(parsed.protocol)) return null;
  // The parser adds a slash to a bare host; what the author wrote is shorter.
  return parsed.pathname === '/' && !/^https?:\/\/[^/?#]+\//i.test(spelled)
    ? parsed.href.replace(/\/(?=$|[?#])/, '')
    : parsed.href;
}

const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;
/** An address that is not a link's target, up to where Japanese running text goes on. */
const BARE_URL =
  /(?<!\]\(|[<"'=])(https?:\/\/[^\s<>]*?)(?=[\p{Script=Hiragana}、。，．！？）」』】〉》：；　])/gu;

/**
 * Puts a space behind an address typed without one (`https://a.jp/priceをご覧`): markdown's rule ends an address at
 * a space only, and would take everything up to the next one, links included.
 */
export function endBareUrls(markdown: string): string {
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(BARE_URL, '$1 ')))
    .join('');
}
