import * as contract from '@hanasu/contract/budgets';
import { BUDGETS_MAX, type BudgetOf, type BudgetView } from '@hanasu/contract/budgets';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { BudgetId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { PaidBy } from '../rooms/allot-room.ts';
import * as store from './budgets.store.ts';

export function addBudgetRoutes(implement: Implement, database: Database): void {
  implement(contract.listBudgets, (_input, { session }) =>
    database.account(session.accountId, async (transaction) => ({
      items: (await store.listBudgets(transaction)).map(budgetView),
    })),
  );
  implement(contract.createBudget, ({ body }, { session }) =>
    database.account(session.accountId, (transaction) => addBudget(transaction, session, body)),
  );
  implement(contract.changeBudget, ({ params, body }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      await store.updateBudget(transaction, params.uuid, body);
      return audited(transaction, session, { action: 'budget.changed', id: params.uuid });
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

async function addBudget(
  transaction: AccountTransaction,
  actor: Actor,
  { of, ...values }: EndpointRequest<typeof contract.createBudget>['body'],
): Promise<BudgetView> {
  const payer = paidBy(of);
  // Nothing is charged between what the ledger says and the budget that counts on from there.
  await store.lockBalance(transaction);
  if (!(await store.isOfAccount(transaction, payer)))
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
): Promise<BudgetView> {
  const view = budgetView(await existing(transaction, id));
  const { of, period, limit } = view;
  const target = of.kind === 'account' ? transaction.accountId : of.name;
  const data = { uuid: id, kind: of.kind, period, limit, action: view.action };
  await recordAudit(transaction, { userId, address, action, target, data });
  return view;
}

async function existing(transaction: AccountTransaction, id: BudgetId): Promise<store.BudgetRow> {
  const row = await store.findBudget(transaction, id);
  if (!row) throw new AppError('not_found', 'Budget not found');
  return row;
}

function budgetView(row: store.BudgetRow): BudgetView {
  const { id, botId, apiKeyId, botName, keyName, period, limit, action, spent, isReached, endsAt } = row;
  return {
    uuid: id,
    of: botId
      ? { kind: 'bot', uuid: botId, name: botName ?? '' }
      : apiKeyId
        ? { kind: 'key', uuid: apiKeyId, name: keyName ?? '' }
        : { kind: 'account' },
    ...{ period, limit, action, spent, isReached },
    endsAt: endsAt.toISOString(),
  };
}
