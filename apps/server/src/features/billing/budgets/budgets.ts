import * as contract from '@hanasu/contract/budgets';
import {
  BUDGET_WARNING_SHARE,
  BUDGETS_MAX,
  type BudgetBasis,
  type BudgetOf,
  type BudgetView,
  type EconomyModels,
} from '@hanasu/contract/budgets';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { BotId, BudgetId } from '@hanasu/contract/ids';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { ModelAccess } from '../model-keys/account-models.ts';
import type { PaidBy } from '../rooms/allot-room.ts';
import * as store from './budgets.store.ts';

interface BudgetDependencies {
  readonly database: Database;
  readonly models: ModelAccess;
}

export function addBudgetRoutes(implement: Implement, { database, models }: BudgetDependencies): void {
  implement(contract.listBudgets, (_input, { session }) =>
    database.account(session.accountId, async (transaction) => ({
      items: await viewsOf(transaction, models, await store.listBudgets(transaction)),
    })),
  );
  implement(contract.getBudgetBasis, ({ query }, { session }) =>
    database.account(session.accountId, (transaction) =>
      readBasis(transaction, models, { botId: query.botUuid ?? null, apiKeyId: query.keyUuid ?? null }),
    ),
  );
  implement(contract.createBudget, ({ body }, { session }) =>
    database.account(session.accountId, async (transaction) =>
      viewOf(transaction, models, await addBudget(transaction, session, body)),
    ),
  );
  implement(contract.changeBudget, ({ params, body }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      await store.updateBudget(transaction, params.uuid, body);
      const changed = await audited(transaction, session, { action: 'budget.changed', id: params.uuid });
      return viewOf(transaction, models, changed);
    }),
  );
  implement(contract.deleteBudget, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      await audited(transaction, session, { action: 'budget.deleted', id: params.uuid });
      await store.deleteBudget(transaction, params.uuid);
      return undefined;
    }),
  );
}

/** Budgets of the account and of its bots that are used up, or nearly. */
async function listNearLimit(transaction: AccountTransaction, models: ModelAccess): Promise<BudgetView[]> {
  const rows = (await store.listBudgets(transaction)).filter(
    ({ apiKeyId, isReached, spent, limit }) =>
      apiKeyId === null && (isReached || spent >= limit * BUDGET_WARNING_SHARE),
  );
  return viewsOf(transaction, models, rows);
}

/** Budgets, for other features. */
export const budgets = {
  listNearLimit,
  isKeyEconomical: store.isKeyEconomical,
  HAS_ECONOMY_MODEL: store.HAS_ECONOMY_MODEL,
  USES_ECONOMY_MODEL: store.USES_ECONOMY_MODEL,
  START: store.START,
  SPENT: store.SPENT,
  IS_REACHED: store.IS_REACHED,
};

async function readBasis(
  transaction: AccountTransaction,
  models: ModelAccess,
  payer: PaidBy,
): Promise<BudgetBasis> {
  const { keyBotIds } = orNotFound(
    await store.findPayer(transaction, payer),
    payer.botId ? 'bot' : 'API key',
  );
  const basis = await store.readBasis(transaction, payer);
  const economyModels = await readEconomyModels(transaction, models);
  return {
    day: { spent: basis.day, endsAt: basis.dayEndsAt.toISOString() },
    month: { spent: basis.month, endsAt: basis.monthEndsAt.toISOString() },
    answerTokens: basis.answerTokens,
    economyModels: economyModels({ botId: payer.botId, keyBotIds }),
  };
}

async function addBudget(
  transaction: AccountTransaction,
  actor: Actor,
  { of, ...values }: EndpointRequest<typeof contract.createBudget>['body'],
): Promise<store.BudgetRow> {
  const payer = paidBy(of);
  // Nothing is charged between what the ledger says and the budget that counts on from there.
  await store.lockBalance(transaction);
  if (!(await store.findPayer(transaction, payer)))
    throw AppError.field('not_found', 'body.of.uuid', `this account has no such ${of.kind}`);
  if ((await store.countBudgets(transaction)) >= BUDGETS_MAX) throw new AppError('too_many_budgets');
  const id = newId<BudgetId>();
  if (!(await store.insertBudget(transaction, { id, ...payer, ...values })))
    throw new AppError('budget_exists');
  return audited(transaction, actor, { action: 'budget.created', id });
}

const paidBy = (of: BudgetOf): PaidBy => ({
  botId: of.kind === 'bot' ? of.uuid : null,
  apiKeyId: of.kind === 'key' ? of.uuid : null,
});

/** The budget as it stands, once that is in the audit log. */
async function audited(
  transaction: AccountTransaction,
  { userId, address }: Actor,
  { action, id }: { readonly action: `budget.${'created' | 'changed' | 'deleted'}`; readonly id: BudgetId },
): Promise<store.BudgetRow> {
  const row = orNotFound(await store.findBudget(transaction, id), 'budget');
  const { period, limit } = row;
  const of = targetOf(row);
  const target = of.kind === 'account' ? transaction.accountId : of.name;
  const data = { uuid: id, kind: of.kind, period, limit, action: row.action };
  await recordAudit(transaction, { userId, address, action, target, data });
  return row;
}

const targetOf = ({ botId, apiKeyId, botName, keyName }: store.BudgetRow): BudgetView['of'] => {
  if (botId) return { kind: 'bot', uuid: botId, name: botName ?? '' };
  return apiKeyId ? { kind: 'key', uuid: apiKeyId, name: keyName ?? '' } : { kind: 'account' };
};

async function viewOf(
  transaction: AccountTransaction,
  models: ModelAccess,
  row: store.BudgetRow,
): Promise<BudgetView> {
  const [view] = await viewsOf(transaction, models, [row]);
  if (!view) throw new Error('a budget has a view');
  return view;
}

async function viewsOf(
  transaction: AccountTransaction,
  models: ModelAccess,
  rows: readonly store.BudgetRow[],
): Promise<BudgetView[]> {
  const needsModels = rows.some(({ action }) => action === 'cheaper');
  const economyModels = needsModels ? await readEconomyModels(transaction, models) : null;
  return rows.map((row) => {
    const { id, period, limit, action, spent, isReached, endsAt } = row;
    return {
      uuid: id,
      of: targetOf(row),
      ...{ period, limit, action, spent, isReached },
      endsAt: endsAt.toISOString(),
      economyModels: economyModels && action === 'cheaper' ? economyModels(row) : null,
    };
  });
}

const EXAMPLES_MAX = 3;

/** Whose answers a budget limits: those of one bot, those that a key may ask for, or of all bots. */
type Scope = Pick<store.BudgetRow, 'botId' | 'keyBotIds'>;

/** Reads the models of all bots once; the function counts those of a scope that have no economy model to answer with. */
async function readEconomyModels(
  transaction: AccountTransaction,
  models: ModelAccess,
): Promise<(scope: Scope) => EconomyModels> {
  const registry = await models.of(transaction.accountId, transaction);
  const all = await store.listEconomyModels(transaction);
  const isIn = ({ botId, keyBotIds }: Scope, id: BotId): boolean =>
    botId ? id === botId : (keyBotIds?.includes(id) ?? true);
  return (scope) => {
    const bots = all.filter(({ id }) => isIn(scope, id));
    const without = bots.filter(({ economyModel }) => !economyModel || !registry.available(economyModel));
    const examples = without.slice(0, EXAMPLES_MAX).map(({ id, name }) => ({ uuid: id, name }));
    return { bots: bots.length, without: without.length, examples };
  };
}
