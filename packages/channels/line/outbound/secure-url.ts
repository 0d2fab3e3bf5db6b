const SPLIT = /^(https:\/\/[^/?#]*)(.*)$/s;
/** What a browser leaves alone and the vendor's stricter reading calls an invalid address. */
const FORBIDDEN = /[|^`{}\\"<>[\]\s]|[^\x21-\x7e]|%(?![0-9a-fA-F]{2})/g;

/** The address percent-encoded, or null when the vendor would refuse it: not https, or longer than `most`. */
export function secureUrl(url: string, most: number): string | null {
  const spelled = url.toWellFormed().trim();
  if (!URL.canParse(spelled)) return null;
  const [, origin = '', rest = ''] = SPLIT.exec(new URL(spelled).href) ?? [];
  if (origin === '') return null;
  const encoded = origin + rest.replaceAll(FORBIDDEN, (character) => encodeURIComponent(character));
  return encoded.length <= most && /^[\x21-\x7e]+$/.test(encoded) ? encoded : null;
}
