import type { Channel } from './channels.ts';
import { classAt, GAP, HAN, KANA, LETTER, PHRASE_END, widthAt } from './character-class.ts';
import { addCharacterTerms, dictionaryWords } from './japanese-terms.ts';
import { normalise } from './normalise.ts';
import { wordForms } from './word-forms.ts';

/**
 * Changes whenever the same text may give other terms. Store it with an index and rebuild when it
 * differs: the Japanese dictionary and the Unicode tables come with the runtime's ICU.
 */
export const ANALYSER_VERSION = `1-icu${process.versions.icu ?? 'none'}`;

/** Term keys by channel, in the order of the text. A key starts with its channel: `Whello`. */
export type Analysis = Record<Channel, string[]>;

/** Cuts text of any language into terms. Linear in the text; never throws. */
export function analyse(text: string): Analysis {
  const source = normalise(text);
  const found: Analysis = { W: [], P: [], B: [], C: [], S: [], G: [], U: [], K: [] };
  let previous = '';
  for (let start = 0; start < source.length; ) {
    const kind = classAt(source, start);
    const end = kind <= PHRASE_END ? start + widthAt(source, start) : runEnd(source, start, kind);
    if (kind === PHRASE_END) previous = '';
    else if (isJapanese(kind)) {
      addJapaneseRun(found, source.slice(start, end));
      previous = '';
    } else if (kind !== GAP) previous = addWord(found, source.slice(start, end), previous);
    start = end;
  }
  return found;
}

function runEnd(source: string, start: number, kind: number): number {
  let end = start + widthAt(source, start);
  while (end < source.length && sameRun(kind, classAt(source, end))) end += widthAt(source, end);
  return end;
}

function sameRun(first: number, next: number): boolean {
  return isJapanese(first) ? isJapanese(next) : first === next && next >= LETTER;
}

function isJapanese(kind: number): boolean {
  return kind === HAN || kind === KANA;
}

function addWord(found: Analysis, word: string, previous: string): string {
  const forms = wordForms(word);
  found.W.push(forms.written);
  found.P.push(forms.stem);
  for (const piece of forms.pieces) found.C.push(piece);
  if (previous !== '') found.B.push(`B${previous}_${forms.paired}`);
  return forms.paired;
}

function addJapaneseRun(found: Analysis, run: string): void {
  for (const word of dictionaryWords(run)) found.S.push(word);
  addCharacterTerms(run, found.G, found.U, found.K);
}
