import type { Citation } from '@hanasu/contract/chat';
import type { BotRow } from '../../bots/public.ts';
import type { Answer } from './answer.ts';

/** Of the best passage that was found, 0 to 1; null: the bot has no knowledge to look in. */
export const bestConfidence = (bot: BotRow, passages: readonly Citation[]): number | null =>
  bot.knowledgeIds.length > 0 ? Math.max(0, ...passages.map((passage) => passage.confidence)) : null;

/** What a tool has found out needs no document, nor what no model has said. */
export const answerConfidence = (answer: Answer, best: number | null): number | null =>
  answer.toolCalls.length > 0 || answer.serviceUuid === null ? null : best;
