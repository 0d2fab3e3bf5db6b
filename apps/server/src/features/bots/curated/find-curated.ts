import { setImmediate } from 'node:timers/promises';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import { foldDiacritics, normaliseText } from '@hanasu/contract/text';
import { analyse } from '@hanasu/retrieval/analyse/analyse';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import { type CuratedRow, listEnabledCurated } from './curated.store.ts';

/** Which bot, and when its answers changed last: a copy that is older is read again. */
interface CuratedKey {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly curatedAt: string;
}

/** The answer that a person has written for this very question; null when nobody has. */
export type FindCurated = (
  key: CuratedKey,
  message: string,
) => Promise<Pick<CuratedRow, 'id' | 'answer'> | null>;

interface Copy {
  readonly curatedAt: string;
  readonly matcher: Promise<CuratedMatcher<CuratedRow>>;
}

const MOST_COPIES = 200;

/** Keeps a prepared copy for each of the bots that were asked last. */
export function createFindCurated(database: Database): FindCurated {
  const copies = new LRUCache<string, Copy>({ max: MOST_COPIES });

  function prepare({ accountId, botId }: CuratedKey): Promise<CuratedMatcher<CuratedRow>> {
    return database
      .account(accountId, (transaction) => listEnabledCurated(transaction, botId))
      .then((rows) =>
        prepareCurated(
          rows.map((row) => ({ id: row, questions: row.questions })),
          () => setImmediate(),
        ),
      );
  }

  function copyOf(key: CuratedKey): Copy {
    const name = `${key.accountId}/${key.botId}`;
    const known = copies.get(name);
    const isCurrent = known?.curatedAt === key.curatedAt;
    const copy = isCurrent ? known : { curatedAt: key.curatedAt, matcher: prepare(key) };
    // A copy that couldn't be read is not kept.
    if (!isCurrent) copy.matcher.catch(() => copies.get(name) === copy && copies.delete(name));
    copies.set(name, copy);
    return copy;
  }

  return async (key, message) => (await copyOf(key).matcher)(message);
}

/** A longer message says more than a question does. */
const LONGEST_QUESTION = 300;
/** How alike the order of words and of Japanese characters must be. */
const ALIKE = { words: 0.6, characters: 0.8 } as const;

/**
 * Words that a question may have or not have. Everything else counts: a question about Sunday is not one about Monday,
 * and `not`, `from`, `without`, `when` and `where` make another question, too.
 */
const FILLERS = new Set(
  `a an the is are was were am be do does did can could would will shall i we you your me us it its to for of in at
  on by please hi hello hey thanks thank so just tell know there s d ll re ve m have has
  ạ dạ vâng ơi oi nhé nhe nha nhỉ à ừ vậy thế xin chào chao cho tôi toi mình minh em anh chị bạn shop ad là thì mà của có
  co hỏi hoi`.split(/\s+/),
);
/** What politeness puts at the end of a Japanese question; taken off again and again. */
const JAPANESE_ENDING =
  /(?:(?:を|は|について|に関して)?(?:教えて|おしえて|お聞かせ|聞かせて|知りたい|お願い(?:いた)?し(?:ます)?)|ください(?:ませんか)?|下さい(?:ませんか)?|いただけ(?:ます|ません)か|でしょうか|ませんか|ますか|ですか|です|ます|のですが|んですが|か|は|の|を)$/u;
const JAPANESE_OPENING = /^(?:すみません|すいません|あの|こんにちは|ちなみに|では|じゃあ)/u;
/** は, が, を and も behind a noun. */
const PARTICLE = /(?<=[\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9])[はがをも](?!\p{Script=Katakana})/gu;
const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const MARKED = /\P{ASCII}/u;

/** A question in the form in which two of them are compared. */
interface Form {
  /** Everything that must be the same, in no order. */
  readonly key: string;
  readonly plain: string;
  /** Words that count, folded, in order. */
  readonly words: readonly string[];
  /** The same words with their accents; empty when it was typed without any. */
  readonly marked: string;
  readonly characters: readonly string[];
}

function formOf(question: string): Form | null {
  if (question.length > LONGEST_QUESTION) return null;
  const normal = normaliseText(question);
  const plain = normal.replaceAll(NOT_LETTERS, '');
  if (plain === '') return null;
  const bare = CJK.test(normal) ? withoutPoliteness(normal) : normal;
  const written = analyse(bare)
    .W.map((term) => term.slice(1))
    .filter((word) => !FILLERS.has(word));
  const folded = analyse(written.map((word) => foldDiacritics(word)).join(' '));
  const words = folded.P.map((term) => term.slice(1));
  const { U: single, K: katakana, G: characters } = analyse(bare);
  const key = [...new Set([...words.toSorted(), ...single.toSorted(), ...katakana.toSorted()])].join(' ');
  const latin = written.filter((word) => !CJK.test(word));
  const marked = latin.some((word) => MARKED.test(word)) ? latin.toSorted().join(' ') : '';
  return { key, plain, words, marked, characters };
}

function withoutPoliteness(normal: string): string {
  // Marks at the end stand where the ending is looked for.
  let bare = normal.replaceAll(/[\s?？!！。、.,~〜ー]+$/gu, '').replace(JAPANESE_OPENING, '');
  for (;;) {
    const shorter = bare.replace(JAPANESE_ENDING, '');
    // A question that consists of an ending only is left as it is.
    if (shorter === bare || shorter === '') break;
    bare = shorter;
  }
  return bare.replaceAll(PARTICLE, '').replaceAll(/(?<=[\p{L}\p{N}])[\s、。]+(?=[\p{L}\p{N}])/gu, ' ');
}

function alike(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 && other.length === 0) return 1;
  const left = new Map<string, number>();
  for (const item of one) left.set(item, (left.get(item) ?? 0) + 1);
  let shared = 0;
  for (const item of other) {
    const count = left.get(item) ?? 0;
    if (count > 0) shared += 1;
    left.set(item, count - 1);
  }
  return (2 * shared) / (one.length + other.length);
}

const pairsOf = (words: readonly string[]): string[] =>
  words.length === 1 ? [...words] : words.slice(1).map((word, index) => `${words[index]} ${word}`);

/** 1: the same but for politeness; 0: another question. */
function similarity(one: Form, other: Form): number {
  if (one.plain === other.plain) return 1;
  if (one.key === '' || one.key !== other.key) return 0;
  if (one.marked !== '' && other.marked !== '' && one.marked !== other.marked) return 0;
  const words = alike(pairsOf(one.words), pairsOf(other.words));
  const characters = alike(one.characters, other.characters);
  if (words < ALIKE.words || characters < ALIKE.characters) return 0;
  return Math.min(words, characters);
}

interface CuratedQuestions<Id> {
  readonly id: Id;
  readonly questions: readonly string[];
}

/** Finds what answers a message; null when no question is the same. */
type CuratedMatcher<Id> = (message: string) => Id | null;

/** Many questions are prepared in pieces, so that others get their turn between them. */
const AT_ONCE = 20;

/** Prepares the questions of a bot once for many messages. */
export async function prepareCurated<Id>(
  answers: readonly CuratedQuestions<Id>[],
  pause: () => Promise<unknown>,
): Promise<CuratedMatcher<Id>> {
  const byKey = new Map<string, { id: Id; form: Form }[]>();
  const byPlain = new Map<string, Id>();
  let prepared = 0;
  for (const { id, questions } of answers) {
    for (const question of questions) {
      prepared += 1;
      if (prepared % AT_ONCE === 0) await pause();
      const form = formOf(question);
      if (!form) continue;
      if (!byPlain.has(form.plain)) byPlain.set(form.plain, id);
      const same = byKey.get(form.key);
      if (same) same.push({ id, form });
      else byKey.set(form.key, [{ id, form }]);
    }
  }
  return (message) => {
    const form = formOf(message);
    if (!form) return null;
    const exact = byPlain.get(form.plain);
    if (exact !== undefined) return exact;
    let best: { id: Id; score: number } | null = null;
    for (const candidate of byKey.get(form.key) ?? []) {
      const score = similarity(form, candidate.form);
      if (score > 0 && (!best || score > best.score)) best = { id: candidate.id, score };
    }
    return best?.id ?? null;
  };
}
