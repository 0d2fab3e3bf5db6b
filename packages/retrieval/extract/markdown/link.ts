const SCHEME = /^(?:https?:\/\/|mailto:|tel:)/i;
/** Goes on after an address inside a text: the text then names another, longer one. */
const GOES_ON = /^[/?#&=%.-]?[a-z0-9_]/i;

/**
 * The address that belongs behind a link's text, or null: for places inside the document, for other schemes, and where
 * the text is the address itself. What comes from a file may have blanks around it; inside they are escaped.
 */
export function addressBeside(text: string, target: string): string | null {
  const address = target.trim().replaceAll(/[\s\p{Cc}]+/gu, (blank) => encodeURIComponent(blank));
  if (!SCHEME.test(address) || address.replace(SCHEME, '') === '') return null;
  return text.trim() === '' || namesAddress(text, address) ? null : address;
}

/** A link as it stands in a passage: `text (address)`. */
export function linkedText(text: string, target: string): string {
  const address = addressBeside(text, target);
  return address === null ? text : `${text.trimEnd()}${addressSuffix(address)}`;
}

/** What is written behind a link's text for an address that `addressBeside` gave. */
export function addressSuffix(address: string): string {
  return ` (${address})`;
}

/** A text without the addresses that `linkedText` wrote into it. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/ \((?:https?:\/\/|mailto:|tel:)[^\s)]*\)/gi, '');
}

function namesAddress(text: string, address: string): boolean {
  if (/^tel:/i.test(address)) {
    const digits = digitsOf(address.replace(/;.*$/, ''));
    return digits !== '' && digitsOf(text).includes(digits);
  }
  const shown = plainAddress(text);
  const wanted = plainAddress(address.replace(/^(mailto:[^?]*)\?.*$/is, '$1'));
  for (let at = shown.indexOf(wanted); at >= 0; at = shown.indexOf(wanted, at + 1)) {
    if (!GOES_ON.test(shown.slice(at + wanted.length))) return true;
  }
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
    if (error instanceof URIError) return compact;
    throw error;
  }
}

/** Digits of a telephone number as they are dialled inside of Japan or Vietnam. */
function digitsOf(text: string): string {
  const digits = text.normalize('NFKC').replaceAll(/[^\d+]/g, '');
  return digits.replace(/^\+8[14]0?/, '0').replaceAll('+', '');
}
