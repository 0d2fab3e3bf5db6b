const OPENED = /^(?:https?|mailto|tel|sms):$/;
const LONGEST = 4000;

/**
 * The whole address that a link leads to, exactly as it is written where it is whole. Null for places within the document,
 * scripts, relative addresses without a base, and schemes that nothing opens.
 */
export function linkAddress(reference: string | null | undefined, base: string | null = null): string | null {
  const written = (reference ?? '').trim().replaceAll(/[\t\n\r]/g, '');
  if (written === '' || written.startsWith('#') || written.length > LONGEST) return null;
  const url = URL.parse(written, base ?? undefined);
  if (!url || !OPENED.test(url.protocol)) return null;
  if (isWebAddress(url) && url.hostname === '') return null;
  if (base !== null && isWithinPage(url, base)) return null;
  const isWhole = /^[a-z]+:/i.test(written) && !/[^\x21-\x7e]|[\\"<>`]/.test(written);
  return isWhole ? written : url.href;
}

const isWebAddress = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

/** A place of the same page. */
function isWithinPage(url: URL, base: string): boolean {
  const page = URL.parse(base);
  return url.hash !== '' && page !== null && url.href.split('#')[0] === page.href.split('#')[0];
}

/** Goes on after an address inside a text: the text then names another, longer one. */
const GOES_ON = /^[/?#&=%.-]?[a-z0-9_]/i;

/** Whether the text of a link shows its address already. */
function showsAddress(text: string, address: string): boolean {
  if (/^(?:tel|sms):/i.test(address)) {
    const digits = digitsOf(address.replace(/[;?].*$/, ''));
    return digits !== '' && digitsOf(text).includes(digits);
  }
  const shown = plainAddress(text);
  const wanted = plainAddress(address.replace(/^(mailto:[^?]*)\?.*$/is, '$1'));
  for (let at = shown.indexOf(wanted); at >= 0; at = shown.indexOf(wanted, at + 1))
    if (!GOES_ON.test(shown.slice(at + wanted.length))) return true;
  return false;
}

/** An address without its scheme and its last slash, escapes undone. */
function plainAddress(text: string): string {
  const compact = text
    .normalize('NFKC')
    .replaceAll(/\s+/g, '')
    .replaceAll(/(?:https?:\/\/|mailto:)(?:www\.)?/gi, '')
    .replace(/\/$/, '')
    .toLowerCase();
  try {
    return decodeURI(compact);
  } catch (error) {
    // Not every percent sign is an escape.
    if (error instanceof URIError) return compact;
    throw error;
  }
}

/** Digits of a telephone number as they are dialled inside of Japan or Vietnam. */
function digitsOf(text: string): string {
  const digits = text.normalize('NFKC').replaceAll(/[^\d+]/g, '');
  return digits.replace(/^\+8[14]0?/, '0').replaceAll('+', '');
}

/** A target that every reader of markdown takes as a whole: no spaces, and brackets in pairs only. */
const PLAIN_TARGET = /^[^\s()<>\\|`]*(?:\([^\s()<>\\|`]*\)[^\s()<>\\|`]*)*$/;

const markdownTarget = (address: string): string =>
  PLAIN_TARGET.test(address)
    ? address
    : address.replaceAll(
        /[\s()<>\\|`]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
      );

/** A link in markdown; the text alone where it shows the address itself. */
export function markdownLink(text: string, address: string): string {
  const bare = text.trim();
  if (bare === '' || showsAddress(bare, address)) return text;
  const at = text.indexOf(bare);
  // `[Book here]` is how pages write a button: the link has brackets of its own.
  const label = bare.replace(/^\[([^[\]]*)\]$/, '$1').replaceAll(/\s*\n\s*/g, ' ');
  const escaped = label.replaceAll(/[[\]]/g, '\\$&');
  return `${text.slice(0, at)}[${escaped}](${markdownTarget(address)})${text.slice(at + bare.length)}`;
}

/** A text with what its links show in their place. */
export const withoutLinks = (text: string): string =>
  text.replaceAll(/\[((?:[^[\]\\]|\\.)+)\]\((?:[a-z]+:)[^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)/gi, '$1');
