import type { GroupRule } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import { foldText, hiraganaOf } from '@hanasu/contract/text';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import type { GroupPlan } from './group-plan.ts';

/** A question as rules see it. */
export interface RuleQuestion {
  readonly folded: string;
  readonly language: 'en' | 'ja' | 'vi';
}

export interface MatchedRule {
  readonly botId: BotId;
  /** Place of the rule among those of its member, from 0. */
  readonly position: number;
  readonly rule: GroupRule;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** `earlier` tells the language when the question doesn't (numbers, emoji). */
export const ruleQuestion = (text: string, earlier: string): RuleQuestion => ({
  folded: oneSpelling(text),
  language: detectLanguage(text, detectLanguage(earlier, 'en')),
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

function fits(rule: GroupRule, { folded, language }: RuleQuestion): boolean {
  switch (rule.kind) {
    case 'contains':
      return rule.words.some((word) => containsWord(folded, oneSpelling(word)));
    case 'starts':
      return rule.words.some((word) => startsWithWord(folded, oneSpelling(word)));
    case 'matches':
      return matchesWildcards(folded, oneSpelling(rule.pattern));
    case 'language':
      return rule.language === language;
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
