import { BotPatch, type BotView } from '@hanasu/contract/bots';
import type { z } from 'zod';

export type BotValues = z.input<ReturnType<typeof BotPatch.required>>;

export const BOT_TABS = ['instructions', 'model', 'knowledge'] as const;
export type BotTab = (typeof BOT_TABS)[number];

const TAB_BY_FIELD = {
  name: 'instructions',
  instructions: 'instructions',
  greeting: 'instructions',
  noAnswerReply: 'instructions',
  serviceUuid: 'model',
  knowledgeUuids: 'knowledge',
  answerOnlyFromKnowledge: 'knowledge',
  showSources: 'knowledge',
} as const satisfies Record<keyof BotValues, BotTab>;

export function tabOfField(field: string | undefined): BotTab {
  const known = Object.entries(TAB_BY_FIELD).find(([name]) => name === field);
  return known?.[1] ?? 'instructions';
}

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
