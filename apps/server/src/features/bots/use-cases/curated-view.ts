import type { CuratedView } from '@hanasu/contract/curated';
import type { CuratedRow } from '../curated.store.ts';

/** A curated answer as the API shows it. */
export const curatedView = (row: CuratedRow): CuratedView => ({
  uuid: row.id,
  botUuid: row.botId,
  questions: row.questions,
  answer: row.answer,
  enabled: row.enabled,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
