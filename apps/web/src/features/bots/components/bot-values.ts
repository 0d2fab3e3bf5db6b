import { BotPatch, type BotView } from '@hanasu/contract/bots';
import type { z } from 'zod';

export type BotValues = z.input<ReturnType<typeof BotPatch.required>>;

export const valuesOf = (bot: BotView): BotValues => ({
  name: bot.name,
  serviceUuid: bot.serviceUuid,
  instructions: bot.instructions,
  greeting: bot.greeting,
  noAnswerReply: bot.noAnswerReply,
  knowledgeUuids: bot.knowledgeUuids,
  answerOnlyFromKnowledge: bot.answerOnlyFromKnowledge,
  showSources: bot.showSources,
});

/** Only what was touched is sent, so that two people editing different parts don't undo each other. */
export function changedValues(values: BotValues, dirty: Partial<Record<keyof BotValues, unknown>>): BotPatch {
  return BotPatch.parse(
    Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(dirty, name))),
  );
}
