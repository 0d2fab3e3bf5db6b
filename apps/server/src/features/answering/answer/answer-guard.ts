import type { Citation } from '@hanasu/contract/chat';
import type { JsonFormat } from '@hanasu/models/gateway/answer-request';
import {
  createLeakDetector,
  indexProtected,
  type Protected,
  type ProtectedIndex,
  weightOfText,
} from '@hanasu/models/guard/leak-detector';
import type { LinkPolicy } from '@hanasu/models/guard/link-hosts';
import { createJsonGuard, createOutgoingGuard, type JsonEnding } from '@hanasu/models/guard/outgoing-guard';
import { NO_ANSWER_MARK } from '@hanasu/models/prompts/answer';
import type { Context } from './build-context.ts';

export interface AnswerGuardRules {
  readonly links: LinkPolicy;
  readonly secrets: readonly string[];
  readonly confidential: Context['confidential'];
}

/** What a model says on its way to a customer. */
interface AnswerGuard {
  push(text: string): string;
  end(): string;
  /** It repeated instructions or a key; nothing of that was given out, and nothing more is. */
  readonly hasLeaked: boolean;
}

/** So many letters of instructions in a row are no coincidence; facts of a few words may be said as they are written. */
const MOST_OF_INSTRUCTIONS = 160;
const LEAST_OF_INSTRUCTIONS = 60;
const MOST_OF_RULES = 60;
const SHARE = 0.8;

function createAnswerGuard(rules: AnswerGuardRules): AnswerGuard {
  const leaks = createLeakDetector(protectedBy(rules));
  const outgoing = createOutgoingGuard(rules.links);
  return {
    push: (text) => outgoing.push(leaks.push(text)),
    end: () => (leaks.hasLeaked ? outgoing.end() : outgoing.push(leaks.end()) + outgoing.end()),
    get hasLeaked() {
      return leaks.hasLeaked;
    },
  };
}

/** The answer and the titles of its citations are looked into by the same rules. */
const indexes = new WeakMap<AnswerGuardRules, ProtectedIndex>();

function protectedBy(rules: AnswerGuardRules): ProtectedIndex {
  const known = indexes.get(rules);
  if (known) return known;
  const index = indexProtected(protectedTexts(rules.secrets, rules.confidential));
  indexes.set(rules, index);
  return index;
}

function protectedTexts(secrets: readonly string[], { own, rules }: Context['confidential']): Protected[] {
  const ofOwn = Math.max(LEAST_OF_INSTRUCTIONS, Math.min(MOST_OF_INSTRUCTIONS, weightOfText(own) * SHARE));
  return [
    { text: own, most: ofOwn },
    { text: rules, most: MOST_OF_RULES },
    // From one to the other, for instructions that are too short by themselves.
    { text: `${own}\n\n${rules}`, most: Math.min(MOST_OF_INSTRUCTIONS, weightOfText(own) + MOST_OF_RULES) },
    ...secrets.map((text) => ({ text, most: weightOfText(text) * SHARE })),
  ];
}

/** What a model writes on its way out: cleaned and guarded. */
export interface AnswerOutlet {
  /** What may be shown now. */
  push(text: string): string;
  /** What is left at the end. */
  end(): string;
  readonly hasLeaked: boolean;
  readonly saidNoAnswer: boolean;
  /** The no-answer mark stands behind an answer. */
  readonly isPartUnanswered: boolean;
  /** How an answer in JSON has ended; null: it has not, or a text was asked for. */
  readonly json: JsonEnding | null;
}

export const createAnswerOutlet = (
  rules: AnswerGuardRules,
  passageNumbers: ReadonlySet<number>,
  json: JsonFormat | undefined,
): AnswerOutlet => (json ? jsonOutlet(rules, json) : textOutlet(rules, passageNumbers));

function textOutlet(rules: AnswerGuardRules, passageNumbers: ReadonlySet<number>): AnswerOutlet {
  const filter = createAnswerFilter(passageNumbers);
  const guard = createAnswerGuard(rules);
  return {
    push: (text) => guard.push(filter.push(text)),
    end: () => guard.push(filter.end()) + guard.end(),
    json: null,
    get hasLeaked() {
      return guard.hasLeaked;
    },
    get saidNoAnswer() {
      return filter.saidNoAnswer;
    },
    get isPartUnanswered() {
      return filter.isPartUnanswered;
    },
  };
}

/** Numbers in brackets are values there, not citations. */
function jsonOutlet(rules: AnswerGuardRules, { schema }: JsonFormat): AnswerOutlet {
  const ownTexts = new Set(textsIn(schema));
  const guard = createJsonGuard({ links: rules.links, protectedTexts: protectedBy(rules), ownTexts });
  let json: JsonEnding | null = null;
  return {
    push: guard.push,
    end() {
      const { rest, ending } = guard.end();
      json = ending;
      return rest;
    },
    saidNoAnswer: false,
    isPartUnanswered: false,
    get hasLeaked() {
      return guard.hasLeaked;
    },
    get json() {
      return json;
    },
  };
}

/** Every text of a schema: names of members, constants, descriptions. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)];
}

const LONGEST_CITATION = 8;
const CITATION = /[[【](\d{1,3})[\]】]/g;

/**
 * Cleans a model's text while it streams: citations of passages it was not given are dropped, 【1】 becomes [1],
 * and the no-answer mark is kept back wherever it stands, so that nobody sees it.
 */
interface AnswerFilter {
  /** What may be shown now. */
  push(text: string): string;
  /** What is left at the end. */
  end(): string;
  readonly saidNoAnswer: boolean;
  /** The mark stands behind an answer. */
  readonly isPartUnanswered: boolean;
}

export function createAnswerFilter(passageNumbers: ReadonlySet<number>): AnswerFilter {
  // Two stages, each with what it keeps back: first the mark, then citations, which taking a mark out may complete.
  let beforeMark = '';
  let beforeCitation = '';
  let isStart = true;
  let saidNoAnswer = false;
  let isPartUnanswered = false;

  function withoutMark(isEnd: boolean): string {
    if (isStart) {
      const begun = beforeMark.trimStart();
      if (begun.startsWith(NO_ANSWER_MARK)) {
        saidNoAnswer = true;
        return '';
      }
      if (!isEnd && NO_ANSWER_MARK.startsWith(begun)) return '';
      isStart = false;
    }
    let whole = beforeMark;
    isPartUnanswered ||= whole.includes(NO_ANSWER_MARK);
    // Taking one out may complete another.
    while (whole.includes(NO_ANSWER_MARK)) whole = whole.replaceAll(NO_ANSWER_MARK, '');
    const keepFrom = isEnd ? whole.length : startOfOpenMarks(whole);
    beforeMark = whole.slice(keepFrom);
    return whole.slice(0, keepFrom);
  }

  function release(isEnd: boolean): string {
    beforeCitation += withoutMark(isEnd);
    const keepFrom = isEnd ? beforeCitation.length : startOfOpenCitation(beforeCitation);
    const ready = beforeCitation.slice(0, keepFrom);
    beforeCitation = beforeCitation.slice(keepFrom);
    return ready.replaceAll(CITATION, (_match, digits: string) =>
      passageNumbers.has(Number(digits)) ? `[${digits}]` : '',
    );
  }

  return {
    push(text) {
      if (saidNoAnswer) return '';
      beforeMark += text;
      return release(false);
    },
    end: () => (saidNoAnswer ? '' : release(true)),
    get saidNoAnswer() {
      return saidNoAnswer;
    },
    get isPartUnanswered() {
      return isPartUnanswered;
    },
  };
}

/** Where a citation may have begun that isn't closed yet; the length when none has. */
function startOfOpenCitation(text: string): number {
  const open = Math.max(text.lastIndexOf('['), text.lastIndexOf('【'));
  const isOpen = open >= 0 && text.length - open < LONGEST_CITATION && /^[[【]\d*$/.test(text.slice(open));
  return isOpen ? open : text.length;
}

/** Where marks may have begun, one within another, that aren't complete yet; the length when none has. */
function startOfOpenMarks(text: string): number {
  let start = text.length;
  for (let size = NO_ANSWER_MARK.length - 1; size > 0; size -= 1) {
    if (text.endsWith(NO_ANSWER_MARK.slice(0, size), start)) {
      start -= size;
      size = NO_ANSWER_MARK.length;
    }
  }
  return start;
}

/** Numbers of the passages a finished text points to, each once, in order of number. */
export function citedNumbers(text: string): number[] {
  const numbers = new Set([...text.matchAll(/\[(\d{1,3})\]/g)].map((match) => Number(match[1])));
  return [...numbers].sort((one, other) => one - other);
}

const HIDDEN = '•••';

/** A title is what somebody called a file. */
export function guardedCitation(given: Citation, rules: AnswerGuardRules): Citation {
  const guard = createAnswerGuard(rules);
  const title = guard.push(given.title) + guard.end();
  return { ...given, title: guard.hasLeaked ? HIDDEN : title };
}
