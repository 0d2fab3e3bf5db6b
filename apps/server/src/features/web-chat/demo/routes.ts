import { readFile } from 'node:fs/promises';
import type { Locale } from '@hanasu/contract/accounts';
import { askDemo, type DemoAnswer } from '@hanasu/contract/demo';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import { extractAnswer } from '@hanasu/models/builtin/extract-answer';
import type { BuiltinPassage } from '@hanasu/models/builtin/score-sentences';
import { chunkTerms } from '@hanasu/retrieval/analyse/analyse';
import { planQuery, rankChunks } from '@hanasu/retrieval/rank/search';
import { buildSegment } from '@hanasu/retrieval/rank/segment';
import { addLengths, emptyStatistics } from '@hanasu/retrieval/rank/statistics';
import { splitDocument } from '@hanasu/retrieval/split/split';
import { AppError } from '../../../platform/app-error.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';

interface QuestionCaps {
  readonly perMinute: number;
  readonly perDay: number;
}

/** Counts one question of an address; throws `chat_limit_reached` with the seconds to wait. */
type CountQuestion = (address: string | undefined) => void;

interface Window {
  since: number;
  questions: number;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** So many addresses are remembered at once; the one seen first gives way. */
const MOST_ADDRESSES = 20_000;

/**
 * Kept in memory, by each process for itself: a question about Hanasu leaves nothing in the database. `now` is in
 * milliseconds and never goes back.
 */
export function createQuestionCounter(
  { perMinute, perDay }: QuestionCaps,
  now: () => number = () => performance.now(),
): CountQuestion {
  const sources = new Map<string, { readonly minute: Window; readonly day: Window }>();
  return (address) => {
    const time = now();
    const source = sourceOf(address);
    const counted = sources.get(source) ?? { minute: startWindow(time), day: startWindow(time) };
    const limits: readonly [Window, number, number][] = [
      [counted.minute, perMinute, MINUTE],
      [counted.day, perDay, DAY],
    ];
    for (const [window, times, seconds] of limits) {
      if (time - window.since >= seconds * 1000) Object.assign(window, startWindow(time));
      if (window.questions < times) continue;
      const retryAfter = Math.max(1, Math.ceil(seconds - (time - window.since) / 1000));
      throw new AppError('chat_limit_reached', `At most ${times} questions in ${seconds} seconds`, {
        more: { retryAfter },
      });
    }
    for (const [window] of limits) window.questions += 1;
    sources.set(source, counted);
    const first = sources.keys().next().value;
    if (sources.size > MOST_ADDRESSES && first !== undefined) sources.delete(first);
  };
}

const startWindow = (since: number): Window => ({ since, questions: 0 });

/** What the demo bot knows of Hanasu, in one language. */
interface Guide {
  /** The sections that fit a question, best first, numbered from 1. */
  search(question: string): BuiltinPassage[];
}

const MOST_PASSAGES = 5;

const guides = new Map<Locale, Promise<Guide>>();

/** Reads and indexes the guide once per process; one that can't be read is tried again by the next question. */
function openGuide(locale: Locale): Promise<Guide> {
  const opened = guides.get(locale);
  if (opened) return opened;
  const opening = readGuide(locale);
  guides.set(locale, opening);
  opening.catch(() => guides.delete(locale));
  return opening;
}

async function readGuide(locale: Locale): Promise<Guide> {
  const text = await readFile(new URL(`./guide/${locale}.md`, import.meta.url), 'utf8');
  const sections = splitDocument({ text, pages: null, title: null }).map((chunk) => ({
    title: chunk.headingPath.at(-1) ?? '',
    text: chunk.text,
  }));
  const chunks = sections.map((section, ordinal) => ({ ordinal, terms: chunkTerms(section) }));
  const segment = { ...buildSegment(chunks), removed: new Set<number>() };
  const statistics = chunks.reduce((sum, { terms }) => addLengths(sum, terms.lengths), emptyStatistics());
  return {
    search(question) {
      const plan = planQuery(question);
      const ranked = rankChunks({ plan, statistics, segments: [segment], limit: MOST_PASSAGES });
      return ranked.flatMap(({ ordinal, confidence }, index) => {
        const section = sections[ordinal];
        return section ? [{ ...section, number: index + 1, confidence }] : [];
      });
    },
  };
}

/** Nobody reads along, so no staff is promised. */
const NOT_FOUND = {
  en: "Hanasu's guide has no answer to that.",
  ja: '申し訳ございません。Hanasuのガイドには、その答えがありません。',
  vi: 'Dạ hướng dẫn của Hanasu chưa có câu trả lời cho nội dung này ạ.',
} as const satisfies Record<Locale, string>;

/** Answers from the guide alone, in the language of the question, or `locale` where that can't be told. */
export async function answerDemo(question: string, locale: Locale = 'en'): Promise<DemoAnswer> {
  const language = detectLanguage(question, locale);
  const guide = await openGuide(language);
  const passages = guide.search(question);
  const { text, outcome, cited } = extractAnswer(question, passages, { locale: language });
  if (outcome === 'not_found') return { text: NOT_FOUND[language], sections: [], outcome };
  const sections = passages
    .filter(({ number }) => cited.includes(number))
    .map(({ number, title }) => ({ number, title }));
  return { text, sections, outcome: 'answered' };
}

export function addDemoRoutes(implement: Implement, caps: QuestionCaps): void {
  const countQuestion = createQuestionCounter(caps);
  implement(askDemo, ({ body: { message, locale } }, { request }) => {
    countQuestion(request.ip);
    return answerDemo(message, locale);
  });
}
