import { Username } from '@hanasu/contract/accounts';

/**
 * Letters that look like a Latin one, in lower case; after Unicode TR39 (confusables.txt), and those whose capitals
 * look alike, because names are compared without case. Letters with accents stay: Vietnamese names differ by them.
 */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ...pairs('аa вb еe ёë ѕs іi ϳj јj кk мm нh оo рp сc тt уy хx ԁd һh ӏl ԛq ԝw гr пn'),
  // Greek
  ...pairs('αa βb γy εe ζz ηh ιi κk μm νv οo ρp σo ςo τt υu χx'),
  // Latin beyond the alphabet
  ...pairs('ıi ɑa ɡg ɩi ʏy ᴏo'),
]);

function pairs(list: string): [string, string][] {
  return list.split(' ').map((pair) => [pair.slice(0, -1), pair.slice(-1)]);
}

/** Characters that show nothing. Nobody registers with them, but they come along when a name is pasted. */
const INVISIBLE = /[\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/gu;

const fold = (text: string): string => text.normalize('NFKC').replaceAll(INVISIBLE, '').toLowerCase().trim();

/** Folded form under which user names must be unique: look-alikes by width, case or alphabet are the same. */
export const usernameKey = (username: string): string =>
  [...fold(username)].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('');

/** The same for addresses. Look-alike letters are other addresses, though: mail to them goes elsewhere. */
export const emailKey = (email: string): string => fold(email);

/** What a person may write in one name; UTS 39 §5.2 “highly restrictive”. Digits and signs belong to all. */
const WRITING_SYSTEMS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
];
const SCRIPTS =
  'Latin Cyrillic Greek Han Hiragana Katakana Hangul Bopomofo Thai Lao Khmer Myanmar Arabic Hebrew Devanagari Bengali Tamil Telugu Georgian Armenian Ethiopic'.split(
    ' ',
  );
const TESTS = SCRIPTS.map((name) => ({ name, test: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Whether a name mixes alphabets as nobody does who doesn't want to be taken for somebody else. */
export function mixesScripts(username: string): boolean {
  const used = TESTS.filter(({ test }) => test.test(username)).map(({ name }) => name);
  const fits = (system: readonly string[]): boolean => used.every((script) => system.includes(script));
  return used.length > 1 && !WRITING_SYSTEMS.some(fits);
}

/** Room for a number that makes it unlike others. */
const LONGEST = 32;
const FALLBACK = 'user';

/** A user name made of a person's own name, or else of their address. Not always free. */
export function suggestUsername({ name, email }: { name: string | null; email: string | null }): string {
  const fits = [name, email?.split('@')[0] ?? null].map(fitted).find((one) => one !== null);
  return fits ?? FALLBACK;
}

function fitted(text: string | null): string | null {
  if (text === null) return null;
  const allowed = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  const { data } = Username.safeParse([...allowed].slice(0, LONGEST).join(''));
  return data !== undefined && !mixesScripts(data) ? data : null;
}
