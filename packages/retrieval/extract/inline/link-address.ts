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

/** Whether the text of a link shows its address already. */
function showsAddress(text: string, address: string): boolean {
  const shown = text.normalize('NFKC').replaceAll(/\s+/g, '');
  if (/^(?:tel|sms):/i.test(address)) return digitsOf(shown) === digitsOf(address);
  const bare = bareAddress(address);
  return bareAddress(shown) === bare || (shown.includes(address) && bare !== '');
}

/** Of a telephone number; that of a country with 0 in its place, as people write it. */
const digitsOf = (text: string): string => text.replaceAll(/[^\d+]/g, '').replace(/^\+(?:81|84)/, '0');

function bareAddress(address: string): string {
  const bare = address.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '');
  try {
    return decodeURI(bare).toLowerCase();
  } catch (error) {
    // Not every percent sign is an escape.
    if (error instanceof URIError) return bare.toLowerCase();
    throw error;
  }
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
