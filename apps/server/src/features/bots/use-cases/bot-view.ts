import type { BotView } from '@hanasu/contract/bots';
import type { BotListRow } from '../bots.store.ts';

/** A bot as the API shows it. */
export const botView = (row: BotListRow): BotView => ({
  uuid: row.id,
  name: row.name,
  serviceUuid: row.serviceUuid,
  instructions: row.instructions,
  greeting: row.greeting,
  noAnswerReply: row.noAnswerReply,
  knowledgeUuids: row.knowledgeIds,
  answerOnlyFromKnowledge: row.answerOnlyFromKnowledge,
  showSources: row.showSources,
  channels: row.channels,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
