import type { CHOICE_REASONS, GroupRule } from '@hanasu/contract/groups';
import type { BotId, SegmentId } from '@hanasu/contract/ids';
import { foldText, hiraganaOf } from '@hanasu/contract/text';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import { analyse } from '@hanasu/retrieval/analyse/analyse';
import { isStopTerm } from '@hanasu/retrieval/analyse/stop-words';
import type { GroupPlan } from './group-plan.ts';

export interface ScoredCandidate {
  readonly botId: BotId;
  readonly name: string;
  readonly score: number;
  readonly wording: number;
  readonly knowledge: number;
  readonly words: readonly string[];
}

export interface Decision {
  readonly botId: BotId | null;
  readonly reason: (typeof CHOICE_REASONS)[number];
}

/** Below this nothing speaks for a bot. */
export const CLEAR = 0.2;
/** So much better another bot has to be to take over a conversation. */
const STAY_MARGIN = 0.15;

/** The bot that answered before, while it can still answer for this group. */
export function stillThere({ members, fallbackBotId }: GroupPlan, previous: BotId | null): BotId | null {
  const isThere = previous === fallbackBotId || members.some(({ botId }) => botId === previous);
  return isThere ? previous : null;
}

/** What is left when nothing speaks for a member: who answered before, the fallback, or the first. */
export function withoutEvidence(plan: GroupPlan, previous: BotId | null): Decision {
  if (previous) return { botId: previous, reason: 'kept' };
  const botId = plan.fallbackBotId ?? plan.members[0]?.botId ?? null;
  return { botId, reason: botId ? 'fallback' : 'nobody' };
}

/** Chooses by score, best first; who answered before stays unless another is clearly better. */
export function decideByScore(
  plan: GroupPlan,
  candidates: readonly ScoredCandidate[],
  previous: BotId | null,
): Decision {
  const best = candidates[0];
  if (!best || best.score < CLEAR) return withoutEvidence(plan, previous);
  if (previous && previous !== best.botId) {
    const before = candidates.find(({ botId }) => botId === previous)?.score ?? 0;
    if (best.score - before < STAY_MARGIN) return { botId: previous, reason: 'kept' };
  }
  return { botId: best.botId, reason: 'similar' };
}

/** How much of a question a text speaks about, 0..1, and by which words of the question. */
interface WordingScore {
  readonly score: number;
  readonly words: readonly string[];
}

interface Term {
  /** Keys by which a text has this word; the first is the word as written. */
  readonly keys: readonly string[];
  readonly weight: number;
  readonly shown: string;
}

/** A word that was only found folded or by its stem tells less than one found as it is written. */
const FOLDED = 0.7;
/** A pair of words says more than its two words: most Vietnamese words are two syllables. */
const PAIR = 0.6;
const HAN_PAIR = /^G\p{Script=Han}{2}$/u;
const LETTERS = 2_000;

/**
 * Scores texts against a question. Words that many of the texts have tell little of which to choose. One telling word
 * gives about 0.5, two 0.67, three 0.75: never certain, always more for more.
 */
export function scoreWording(question: string, texts: readonly string[]): WordingScore[] {
  const terms = termsOf(question.slice(0, LETTERS));
  const sets = texts.map((text) => keysOf(text));
  const rarity = new Map(terms.map((term) => [term, rarityOf(term, sets)]));
  return sets.map((keys) => {
    const found = terms.filter((term) => term.keys.some((key) => keys.has(key)));
    const evidence = found.reduce((sum, term) => sum + worth(term, keys) * (rarity.get(term) ?? 0), 0);
    return { score: evidence / (evidence + 1), words: [...new Set(found.map(({ shown }) => shown))] };
  });
}

const worth = ({ keys, weight }: Term, found: ReadonlySet<string>): number =>
  found.has(keys[0] ?? '') ? weight : weight * FOLDED;

function rarityOf(term: Term, sets: readonly ReadonlySet<string>[]): number {
  const having = sets.filter((keys) => term.keys.some((key) => keys.has(key))).length;
  return having === 0 ? 0 : Math.log(1 + sets.length / having) / Math.log(1 + sets.length);
}

function termsOf(question: string): Term[] {
  const found = analyse(question);
  const words = found.W.map((written, index): Term => {
    const stem = found.P[index] ?? written;
    return { keys: [written, stem], weight: 1, shown: written.slice(1) };
  });
  const pairs = found.B.map(
    (pair): Term => ({ keys: [pair], weight: PAIR, shown: pair.slice(1).replace('_', ' ') }),
  );
  const japanese = found.S.filter((word) => word.length > 2 || HAN_PAIR.test(`G${word.slice(1)}`));
  const known = new Set(japanese.map((word) => word.slice(1)));
  const hanPairs = found.G.filter((pair) => HAN_PAIR.test(pair) && !known.has(pair.slice(1)));
  const all = [
    ...words.filter(({ keys }) => !keys.some(isStopTerm)),
    ...pairs.filter(({ keys }) => !keys.some(isStopTerm)),
    ...japanese.filter((word) => !isStopTerm(word)).map(single(1)),
    ...hanPairs.map(single(PAIR)),
  ];
  return [...new Map(all.map((term) => [term.keys[0], term])).values()];
}

const single =
  (weight: number) =>
  (key: string): Term => ({ keys: [key], weight, shown: key.slice(1) });

function keysOf(text: string): Set<string> {
  const { W, P, B, S, G } = analyse(text);
  return new Set([...W, ...P, ...B, ...S, ...G]);
}

/** A question as rules see it. */
interface RuleQuestion {
  readonly folded: string;
  readonly language: 'en' | 'ja' | 'vi';
  /** Those that the customer is in. */
  readonly segments: ReadonlySet<SegmentId>;
}

interface MatchedRule {
  readonly botId: BotId;
  /** Place of the rule among those of its member, from 0. */
  readonly position: number;
  readonly rule: GroupRule;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** `earlier` tells the language when the question doesn't (numbers, emoji). */
export const ruleQuestion = (
  text: string,
  earlier: string,
  segments: ReadonlySet<SegmentId> = new Set(),
): RuleQuestion => ({
  folded: oneSpelling(text),
  language: detectLanguage(text, detectLanguage(earlier, 'en')),
  segments,
});

/** One spelling: width, case, Latin accents, katakana and spaces no longer differ. */
function oneSpelling(text: string): string {
  let folded = '';
  for (const character of foldText(text)) folded += hiraganaOf(character);
  return folded.replaceAll(/\s+/g, ' ').trim();
}

/** The first rule that fits, by member, then by rule; `otherwise` only when no other does. */
export function findRule({ members }: GroupPlan, question: RuleQuestion): MatchedRule | null {
  const all = members.flatMap(({ botId, rules }) =>
    rules.map((rule, position): MatchedRule => ({ botId, position, rule })),
  );
  return (
    all.find(({ rule }) => rule.kind !== 'otherwise' && fits(rule, question)) ??
    all.find(({ rule }) => rule.kind === 'otherwise') ??
    null
  );
}

function fits(rule: GroupRule, { folded, language, segments }: RuleQuestion): boolean {
  switch (rule.kind) {
    case 'contains':
      return rule.words.some((word) => containsWord(folded, oneSpelling(word)));
    case 'starts':
      return rule.words.some((word) => startsWithWord(folded, oneSpelling(word)));
    case 'matches':
      return matchesWildcards(folded, oneSpelling(rule.pattern));
    case 'language':
      return rule.language === language;
    case 'segment':
      return segments.has(rule.segmentUuid);
    case 'otherwise':
      return true;
    default:
      return rule satisfies never;
  }
}

function containsWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWhole(text, at, word)) return true;
  }
  return false;
}

const startsWithWord = (text: string, word: string): boolean =>
  word !== '' && text.startsWith(word) && isWhole(text, 0, word);

/** Whether the word ends where words end; in scripts without spaces it always does. */
function isWhole(text: string, at: number, word: string): boolean {
  const touches = (inside: string, outside: string): boolean => isSpaced(inside) && isSpaced(outside);
  const before = characterBefore(text, at);
  const after = characterAt(text, at + word.length);
  return !touches(characterAt(word, 0), before) && !touches(characterBefore(word, word.length), after);
}

const isSpaced = (character: string): boolean => LETTER_OR_DIGIT.test(character) && !UNSPACED.test(character);

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';

function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const isPair = at >= 2 && /[\udc00-\udfff]/.test(text.charAt(at - 1));
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** Whether the whole text fits a pattern in which `*` is anything. No backtracking: each piece is found once. */
export function matchesWildcards(text: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  if (pieces.length === 1) return text === pattern;
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
