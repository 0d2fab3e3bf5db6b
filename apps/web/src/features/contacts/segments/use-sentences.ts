import type { ShownCondition } from '@hanasu/contract/segments';
import { useWords } from '../../../i18n/use-words.ts';
import type { Phrase, RowWord } from './phrase.ts';
import { phrasesOf, wordingOf } from './phrases.ts';
import { type DraftRow, newRow } from './segment-draft.ts';
import type { Slot, SlotName } from './slots.ts';
import { useSlots } from './use-slots.ts';

/** Stands around the name of a slot, so that a sentence can be taken apart where its language puts it. */
const MARK = '\u0001';
const SLOTS: readonly (SlotName | 'field')[] = [
  'tags',
  'text',
  'number',
  'from',
  'to',
  'options',
  'languages',
  'sources',
  'people',
  'days',
  'fromDay',
  'toDay',
  'fromDate',
  'toDate',
  'months',
  'channels',
  'states',
  'consents',
  'atLeast',
  'handlings',
  'form',
  'question',
  'when',
  'menu',
  'area',
  'times',
  'field',
];
const MARKS = Object.fromEntries(SLOTS.map((name) => [name, `${MARK}${name}${MARK}`])) as Record<
  SlotName | 'field',
  string
>;

export type Part =
  | { readonly key: number; readonly text: string; readonly slot?: undefined }
  | { readonly key: number; readonly name: SlotName; readonly slot: Slot };
export interface Worded {
  readonly phrase: Phrase | null;
  readonly phrases: readonly Phrase[];
  /** The words say the condition, and its opposite is meant. */
  readonly isPlainNot: boolean;
  /** Words and places to fill, in the order of the language in use. */
  readonly parts: readonly Part[];
  /** The whole of it as text. */
  readonly sentence: string;
}

/** What stands beside each other as words is one piece, so that no gap opens between them. */
function joinWords(parts: Part[], part: Part): Part[] {
  const last = parts.at(-1);
  if (!last || last.slot || part.slot) return [...parts, part];
  return [...parts.slice(0, -1), { key: last.key, text: last.text + part.text }];
}

/** Rows with these conditions as sentences in the language in use. */
export function useSentences(conditions: readonly ShownCondition[]) {
  const { t } = useWords();
  const { fields, questionOf, subjectOf, slotsOf, textOf } = useSlots(conditions);

  function partsOf(condition: ShownCondition, word: RowWord): Part[] {
    const slots = slotsOf(condition, word);
    const subject = subjectOf(condition);
    const parts = t(`segments.rows.${word}`, MARKS)
      .split(MARK)
      .flatMap((piece, key): Part[] => {
        if (key % 2 === 0) return piece === '' ? [] : [{ key, text: piece }];
        if (piece === 'field') return [{ key, text: subject }];
        const name = SLOTS.find((one): one is SlotName => one === piece);
        const slot = name && slots[name];
        return slot ? [{ key, name, slot }] : [{ key, text: '…' }];
      });
    return parts.reduce<Part[]>(joinWords, []);
  }
  const textOfParts = (parts: readonly Part[]): string =>
    parts.map((part) => (part.slot ? textOf(part.slot) : part.text)).join('');

  return {
    fields,
    textOf,
    wordRow(row: Pick<DraftRow, 'condition' | 'isNot' | 'word'>): Worded {
      const phrases = phrasesOf(row.condition, fields, questionOf(row.condition)?.kind);
      const { phrase, isPlainNot } = wordingOf(row, phrases);
      const parts: Part[] = phrase
        ? partsOf(row.condition, phrase.word)
        : [{ key: 0, text: t('segments.unreadable') }];
      const said = textOfParts(parts);
      return {
        phrase,
        phrases,
        isPlainNot,
        parts,
        sentence: isPlainNot ? `${t('segments.not')} ${said}` : said,
      };
    },
    /** A wording that could be chosen, with its places left open. */
    offer: ({ word }: Phrase, condition: ShownCondition): string =>
      partsOf(condition, word)
        .map((part) => (part.slot ? '…' : part.text))
        .join(''),
    wordCondition(condition: ShownCondition, isNot: boolean): string {
      return this.wordRow({ ...newRow(condition), isNot }).sentence;
    },
  };
}
