import type { Citation } from '@hanasu/contract/chat';
import type { BuiltinPassage } from '@hanasu/models/builtin/score-sentences';
import type { FoundPassage } from '../../knowledge/public.ts';
import type { AnswerDependencies, Attachment, Question } from './answer.ts';
import { citedNumbers } from './answer-guard.ts';
import type { NumberedPassage } from './build-context.ts';

/** A follow-up like "and on Sundays?" is searched together with the question before it when this is unclear. */
const UNCLEAR = 0.2;
/** What is searched by: a longer message is about many things, and its beginning says which. */
const LONGEST_QUERY = 4_000;

/**
 * Passages of the bot's knowledge for a question, best first, those below its confidence left out. `neighbours`: with
 * what stands beside them, for models that read a prompt.
 */
export async function retrievePassages(
  { search }: AnswerDependencies,
  { accountId, bot, text, history }: Question,
  { neighbours }: { readonly neighbours: boolean },
): Promise<FoundPassage[]> {
  if (bot.knowledgeIds.length === 0) return [];
  const { passages: limit, minConfidence } = bot.settings;
  const find = (query: string): Promise<FoundPassage[]> =>
    search({ accountId, knowledgeIds: bot.knowledgeIds, limit, query, neighbours });
  const query = text.slice(0, LONGEST_QUERY);
  const found = await find(query);
  const sure = (passages: FoundPassage[]): FoundPassage[] =>
    passages.filter(({ confidence }) => confidence >= minConfidence);
  const before = history.findLast((turn) => turn.role === 'user');
  if (!before || (found[0]?.confidence ?? 0) >= UNCLEAR) return sure(found);
  const together = await find(`${before.text.slice(0, LONGEST_QUERY)}\n${query}`);
  return sure((together[0]?.confidence ?? 0) > (found[0]?.confidence ?? 0) ? together : found);
}

export const citation = (passage: NumberedPassage): Citation => ({
  number: passage.number,
  knowledgeUuid: passage.knowledgeId,
  documentUuid: passage.documentId,
  embeddingUuid: passage.embeddingId,
  title: passage.title,
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
