import type { BotView } from '@hanasu/contract/bots';
import type { BotListRow } from '../bots.store.ts';
import { editedConfig, stateOf } from '../domain/bot-config.ts';

/** A bot as the API shows it: as it is being edited. */
export const botView = (row: BotListRow): BotView => ({
  uuid: row.id,
  ...editedConfig(row),
  state: stateOf(row),
  version: row.version,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  channels: row.channels,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
