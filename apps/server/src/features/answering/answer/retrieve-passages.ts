import type { Citation } from '@hanasu/contract/chat';
import type { BuiltinPassage } from '@hanasu/models/builtin/score-sentences';
import { type AskedQuestion, splitQuestions } from '@hanasu/models/builtin/split-questions';
import type { BotRow } from '../../bots/public.ts';
import type { FoundPassage } from '../../knowledge/public.ts';
import type { AnswerDependencies, Attachment, Question } from './answer.ts';
import { citedNumbers } from './answer-guard.ts';
import type { NumberedPassage } from './build-context.ts';

/** A follow-up like "and on Sundays?" is searched together with the question before it when this is unclear. */
const UNCLEAR = 0.2;
/** What is searched by: a longer message is about many things, and its beginning says which. */
const LONGEST_QUERY = 4_000;

/** Each question of a message is searched by its own words, so many at most: what comes behind them finds nothing. */
const MOST_QUESTIONS = 8;
/** Passages that each further question adds to the bot's number of them. */
const PASSAGES_A_QUESTION = 2;

/** A question of a message, with what was found for it, best first. */
export interface SearchedQuestion extends AskedQuestion {
  readonly passages: readonly FoundPassage[];
}

/** The questions of a message. A program that reads JSON gets one answer, and so does who reads a report. */
export const questionsOf = ({ text, json, isReport }: Question): readonly AskedQuestion[] =>
  json || isReport ? [{ text, question: text }] : splitQuestions(text.slice(0, LONGEST_QUERY));

/**
 * Passages of the bot's knowledge for each question, those below its confidence left out. `neighbours`: with what
 * stands beside them, for models that read a prompt.
 */
export async function retrievePassages(
  { search }: AnswerDependencies,
  { accountId, bot, history }: Question,
  { asked, neighbours }: { readonly asked: readonly AskedQuestion[]; readonly neighbours: boolean },
): Promise<SearchedQuestion[]> {
  if (bot.knowledgeIds.length === 0) return asked.map((question) => ({ ...question, passages: [] }));
  const { passages: limit, minConfidence } = bot.settings;
  const find = (query: string): Promise<FoundPassage[]> =>
    search({ accountId, knowledgeIds: bot.knowledgeIds, limit, query, neighbours });
  const findFor = async (query: string, before: string | undefined): Promise<FoundPassage[]> => {
    const found = await find(query);
    if (before === undefined || bestOf(found) >= UNCLEAR) return found;
    const together = await find(`${before.slice(0, LONGEST_QUERY)}\n${query}`);
    return bestOf(together) > bestOf(found) ? together : found;
  };
  const last = history.findLast((turn) => turn.role === 'user')?.text;
  return Promise.all(
    asked.map(async (question, index) => {
      const before = index === 0 ? last : asked[index - 1]?.question;
      const query = question.text.slice(0, LONGEST_QUERY);
      const found = index < MOST_QUESTIONS ? await findFor(query, before) : [];
      return { ...question, passages: found.filter(({ confidence }) => confidence >= minConfidence) };
    }),
  );
}

const bestOf = (found: readonly FoundPassage[]): number => found[0]?.confidence ?? 0;

/** Of the best passage for the question that is answered the worst, 0 to 1; null: the bot has no knowledge to look in. */
export const leastFound = (
  { knowledgeIds }: Pick<BotRow, 'knowledgeIds'>,
  searched: readonly SearchedQuestion[],
): number | null =>
  knowledgeIds.length > 0
    ? Math.min(
        ...searched.map(({ passages }) => Math.max(0, ...passages.map(({ confidence }) => confidence))),
      )
    : null;

/** The passages of all questions, the best of each first, none twice. */
export function mergePassages(
  { settings }: Pick<BotRow, 'settings'>,
  searched: readonly SearchedQuestion[],
): FoundPassage[] {
  const most = settings.passages + (searched.length - 1) * PASSAGES_A_QUESTION;
  const longest = Math.max(0, ...searched.map(({ passages }) => passages.length));
  const merged = new Map<string, FoundPassage>();
  for (let rank = 0; rank < longest; rank += 1)
    for (const { passages } of searched) {
      const passage = passages[rank];
      if (passage && !merged.has(passage.embeddingId)) merged.set(passage.embeddingId, passage);
    }
  return [...merged.values()].slice(0, most);
}

export const citation = (passage: NumberedPassage): Citation => ({
  number: passage.number,
  knowledgeUuid: passage.knowledgeId,
  documentUuid: passage.documentId,
  embeddingUuid: passage.embeddingId,
  title: passage.title,
  url: passage.url,
  headingPath: [...passage.headingPath],
  page: passage.page,
  quote: passage.text,
  score: passage.score,
  confidence: passage.confidence,
});

export function citedIn(text: string, citations: readonly Citation[]): Citation[] {
  const cited = new Set(citedNumbers(text));
  return citations.filter(({ number }) => cited.has(number));
}

/** Beyond the numbers of any knowledge, so that the marks of these passages are never citations. */
const FIRST_NUMBER = 900;
const MOST_PASSAGES = 40;
const LONGEST_PASSAGE = 800;

/** Documents that were sent with a question, for the built-in model, which reads passages and no prompt. */
export function documentPassages(attachments: readonly Attachment[] = []): BuiltinPassage[] {
  const pieces = attachments.flatMap((attachment) =>
    attachment.kind === 'document'
      ? piecesOf(attachment.text).map((text) => ({ title: attachment.name, text }))
      : [],
  );
  return pieces
    .slice(0, MOST_PASSAGES)
    .map(({ title, text }, index) => ({ number: FIRST_NUMBER + index, title, text, confidence: 1 }));
}

/** Whole paragraphs joined up to a length; a longer one is cut. */
function piecesOf(document: string): string[] {
  const pieces: string[] = [];
  for (const paragraph of document.slice(0, MOST_PASSAGES * LONGEST_PASSAGE).split(/\n{2,}/)) {
    for (let start = 0; start < paragraph.length; start += LONGEST_PASSAGE) {
      const text = paragraph
        .slice(start, start + LONGEST_PASSAGE)
        .toWellFormed()
        .trim();
      const last = pieces.at(-1) ?? '';
      if (text === '') continue;
      if (pieces.length > 0 && last.length + text.length < LONGEST_PASSAGE)
        pieces[pieces.length - 1] = `${last}\n${text}`;
      else pieces.push(text);
    }
  }
  return pieces;
}
