/** A text that must not come out again, and how much of it in a row is too much, in letters and digits. */
export interface Protected {
  readonly text: string;
  readonly most: number;
}

/** Finds what is repeated word for word while it is being written; form, spaces and letter case don't matter. */
interface LeakDetector {
  /** What may be shown now: what could still become a repetition is held back. */
  push(text: string): string;
  end(): string;
  /** Too much was repeated: nothing more is shown. */
  readonly hasLeaked: boolean;
}

/** A repetition is looked into from so many letters on. */
const SEED = 6;

/** Where a repetition has come to in its source, if there is one: more than one place until they differ. */
interface Run {
  ends: number[];
  weight: number;
  /** Characters of the whole text before it. */
  start: number;
}

/** A protected text that is indexed. */
interface Source {
  readonly letters: Int32Array;
  readonly most: number;
  readonly seeds: SeedIndex;
}

/** What several detectors look for, indexed once. */
export type ProtectedIndex = readonly Source[];

export const indexProtected = (texts: readonly Protected[]): ProtectedIndex =>
  texts.map(toSource).filter(({ letters }) => letters.length >= SEED);

const NO_ENDS: number[] = [];

/** Every letter of an answer passes here: as long as nothing is repeated, all it makes is two numbers for each. */
export function createLeakDetector(index: ProtectedIndex): LeakDetector {
  const sources = index.map((source) => ({ ...source, run: { ends: NO_ENDS, weight: 0, start: 0 } as Run }));
  /** What is not given free, and how many characters were before it. */
  let held = '';
  let freed = 0;
  /** The letters of the whole text, each with the place where its sign begins. */
  const said: number[] = [];
  const saidAt: number[] = [];
  let hasLeaked = false;

  function follow(letter: number, at: number): void {
    said.push(letter);
    saidAt.push(at);
    const from = said.length - SEED;
    const hash = from < 0 ? 0 : hashAt(said, from);
    for (const { letters, most, seeds, run } of sources) {
      if (run.ends.length > 0) {
        run.ends = run.ends.filter((end) => letters[end + 1] === letter).map((end) => end + 1);
        run.weight += weightOf(letter);
      }
      if (run.ends.length === 0) {
        run.ends = from < 0 ? NO_ENDS : seeds.find(hash, said);
        if (run.ends.length === 0) continue;
        run.weight = said.slice(from).reduce((sum, one) => sum + weightOf(one), 0);
        run.start = saidAt[from] ?? 0;
      }
      if (run.weight >= most) hasLeaked = true;
    }
  }

  /** Gives free what stands before everything that may still go on. */
  function release(): string {
    let free = saidAt[Math.max(0, said.length - SEED)] ?? freed + held.length;
    for (const { run } of sources) if (run.ends.length > 0) free = Math.min(free, run.start);
    const ready = held.slice(0, free - freed);
    held = held.slice(free - freed);
    freed = free;
    return ready;
  }

  return {
    push(text) {
      if (sources.length === 0) return text;
      if (hasLeaked) return '';
      const begin = freed + held.length;
      held += text;
      for (let at = 0; at < text.length; ) {
        const sign = text.codePointAt(at) ?? 0;
        const letter = letterOf(sign);
        if (letter === SEVERAL) for (const one of readLetters(sign)) follow(one, begin + at);
        else if (letter !== NONE) follow(letter, begin + at);
        if (hasLeaked) return '';
        at += sign > 0xffff ? 2 : 1;
      }
      return release();
    },
    end: () => (hasLeaked ? '' : held),
    get hasLeaked() {
      return hasLeaked;
    },
  };
}

function toSource({ text, most }: Protected): Source {
  const letters = Int32Array.from(lettersOf(text));
  return { letters, most, seeds: indexSeeds(letters) };
}

interface SeedIndex {
  /** Where in the source the last `SEED` of these letters end. */
  find(hash: number, said: readonly number[]): number[];
}

/** Hash chains in two arrays: a source of 5,000 letters is indexed for each answer. */
function indexSeeds(letters: Int32Array): SeedIndex {
  const size = 2 ** Math.ceil(Math.log2(letters.length * 2 + 1));
  /** Places plus one; 0 ends a chain. */
  const heads = new Int32Array(size);
  const next = new Int32Array(letters.length);
  for (let from = 0; from + SEED <= letters.length; from += 1) {
    const slot = hashAt(letters, from) & (size - 1);
    next[from] = heads[slot] ?? 0;
    heads[slot] = from + 1;
  }
  const isAt = (from: number, said: readonly number[]): boolean => {
    for (let offset = 0; offset < SEED; offset += 1)
      if (letters[from + offset] !== said[said.length - SEED + offset]) return false;
    return true;
  };
  return {
    find(hash, said) {
      let ends = NO_ENDS;
      for (let place = heads[hash & (size - 1)] ?? 0; place > 0; place = next[place - 1] ?? 0) {
        if (!isAt(place - 1, said)) continue;
        if (ends === NO_ENDS) ends = [];
        ends.push(place - 1 + SEED - 1);
      }
      return ends;
    },
  };
}

/** FNV-1a over `SEED` letters. */
function hashAt(letters: ArrayLike<number>, from: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + SEED; at += 1) hash = Math.imul(hash ^ (letters[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

const SAID = /[\p{L}\p{N}]/u;
/** Of Japanese few signs say much. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Code points of letters and digits in NFKC and small letters; of another sign this, or of one that is several letters. */
const NONE = -1;
const SEVERAL = -2;
/** A letter counts twice. */
const IS_DENSE = 1 << 21;
/** What each sign of the basic plane is, found out when it is first met; 0: not yet. */
const known = new Int32Array(0x10000);

function letterOf(sign: number): number {
  if (sign > 0xffff) return readLetter(sign);
  known[sign] ||= readLetter(sign);
  return known[sign] ?? NONE;
}

function readLetter(sign: number): number {
  const letters = readLetters(sign);
  return letters.length > 1 ? SEVERAL : (letters[0] ?? NONE);
}

function readLetters(sign: number): number[] {
  const text = String.fromCodePoint(sign);
  if (!SAID.test(text)) return [];
  return [...text.normalize('NFKC').toLowerCase()].map(
    (letter) => (letter.codePointAt(0) ?? 0) | (DENSE.test(letter) ? IS_DENSE : 0),
  );
}

const weightOf = (letter: number): number => ((letter & IS_DENSE) === 0 ? 1 : 2);

function lettersOf(text: string): number[] {
  const letters: number[] = [];
  for (let at = 0; at < text.length; ) {
    const sign = text.codePointAt(at) ?? 0;
    const letter = letterOf(sign);
    if (letter === SEVERAL) letters.push(...readLetters(sign));
    else if (letter !== NONE) letters.push(letter);
    at += sign > 0xffff ? 2 : 1;
  }
  return letters;
}

/** How much a text says, as `Protected.most` counts it. */
export const weightOfText = (text: string): number =>
  lettersOf(text).reduce((sum, letter) => sum + weightOf(letter), 0);
