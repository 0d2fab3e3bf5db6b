import type { BotInput, BotPatch, BotView } from '@hanasu/contract/bots';
import type { BotId, KnowledgeId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { type BotListRow, findById, insertBot, replaceKnowledges, updateBot } from '../bots.store.ts';
import { botView } from './bot-view.ts';

export interface BotDependencies {
  readonly database: Database;
  readonly isServiceAvailable: (serviceUuid: string) => boolean;
  readonly existingKnowledgeIds: (
    transaction: AccountTransaction,
    ids: readonly KnowledgeId[],
  ) => Promise<readonly KnowledgeId[]>;
}

export const createBot = (
  dependencies: BotDependencies,
  session: Session,
  input: BotInput,
): Promise<BotView> =>
  dependencies.database.account(session.accountId, async (transaction) => {
    await refuseInvalid(dependencies, transaction, input, null);
    const id = newId<BotId>();
    await insertBot(transaction, id, input);
    await replaceKnowledges(transaction, id, unique(input.knowledgeUuids));
    return botView(await existing(transaction, id));
  });

/** Fields that are absent stay as they are. */
export const changeBot = (
  dependencies: BotDependencies,
  session: Session,
  id: BotId,
  patch: BotPatch,
): Promise<BotView> =>
  dependencies.database.account(session.accountId, async (transaction) => {
    const before = await existing(transaction, id);
    const { knowledgeIds, ...fields } = before;
    const merged = { ...fields, knowledgeUuids: knowledgeIds, ...patch };
    await refuseInvalid(dependencies, transaction, merged, before);
    await updateBot(transaction, id, merged);
    if (patch.knowledgeUuids) await replaceKnowledges(transaction, id, unique(patch.knowledgeUuids));
    return botView(await existing(transaction, id));
  });

async function existing(transaction: AccountTransaction, id: BotId): Promise<BotListRow> {
  const row = await findById(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such bot');
  return row;
}

/** A bot may keep a model that has become unavailable since, but not choose one. */
async function refuseInvalid(
  { isServiceAvailable, existingKnowledgeIds }: BotDependencies,
  transaction: AccountTransaction,
  bot: Pick<BotInput, 'serviceUuid' | 'knowledgeUuids'>,
  before: BotListRow | null,
): Promise<void> {
  if (bot.serviceUuid !== before?.serviceUuid && !isServiceAvailable(bot.serviceUuid)) {
    throw AppError.field(
      'service_unavailable_model',
      'body.serviceUuid',
      'not in the catalogue or without a key',
    );
  }
  const known = new Set(await existingKnowledgeIds(transaction, bot.knowledgeUuids));
  const missing = bot.knowledgeUuids.findIndex((id) => !known.has(id));
  if (missing >= 0) {
    throw AppError.field('validation_failed', `body.knowledgeUuids.${missing}`, 'no such knowledge base');
  }
}

const unique = <Id>(ids: readonly Id[]): Id[] => [...new Set(ids)];
