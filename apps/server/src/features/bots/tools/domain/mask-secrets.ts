const MASK = '•••';
/** A part of a secret that is shorter is a word of everyday language. */
const PART_MIN = 6;

/** Takes secrets out of whatever another system said. */
export interface Masker {
  text(text: string): string;
  /** All texts, numbers and member names of a JSON value. */
  value(value: unknown): unknown;
}

/** `Bearer abc` is also looked for as `abc`, `Basic …` also as what it encodes, and each of them as it is written in URLs and JSON. */
export function createMasker(secrets: readonly string[]): Masker {
  const found = new Set(
    secrets
      .flatMap(partsOf)
      .flatMap(writtenAs)
      .filter((each) => each !== ''),
  );
  const forms = [...found].toSorted((a, b) => b.length - a.length);
  const text = (given: string) => forms.reduce((masked, form) => masked.replaceAll(form, MASK), given);
  const value = (given: unknown): unknown => {
    if (forms.length === 0) return given;
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : MASK;
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, each]) => [text(name), value(each)]));
  };
  return { text, value };
}

function partsOf(secret: string): string[] {
  const [scheme = '', ...rest] = secret.split(' ');
  const credential = rest.join(' ').trim();
  const parts = credential.length >= PART_MIN ? [secret, credential] : [secret];
  if (scheme.toLowerCase() !== 'basic') return parts;
  const decoded = Buffer.from(credential, 'base64').toString('utf8');
  const password = decoded.slice(decoded.indexOf(':') + 1);
  return [...parts, decoded, password].filter((part) => part.length >= PART_MIN || part === secret);
}

const writtenAs = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];
