import { ROLES, type Role } from '@hanasu/contract/accounts';
import * as contract from '@hanasu/contract/billing';
import type { AccountId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import { writeCsv } from '../../platform/files/table-writers.ts';
import type { Session } from '../../platform/http/context.ts';
import { HANDLED, type Implement } from '../../platform/http/implement.ts';
import { recordAudit } from '../accounts/public.ts';
import { readTotals } from './billing.store.ts';
import { ROWS_AT_ONCE, rowsOfHistory } from './usage/export-history.ts';
import * as store from './usage/ledger.store.ts';
import { readBalance, readUsage } from './usage/read-usage.ts';

export interface BillingDependencies {
  readonly database: Database;
  /** Names of an account's models, for people. */
  readonly serviceNames: (accountId: AccountId) => Promise<(serviceUuid: string) => string | null>;
}

export function addBillingRoutes(implement: Implement, dependencies: BillingDependencies): void {
  const { database, serviceNames } = dependencies;
  implement(contract.tokenHistory, async ({ query }, { session }) => {
    requireMayNarrow(session.role, query);
    const { page, pageSize } = query;
    const serviceName = await serviceNames(session.accountId);
    return database.account(session.accountId, async (transaction) => {
      const rows = await store.listEntries(transaction, query, rangeOf(query));
      const { total, spent } = await store.countEntries(transaction, query);
      const totals = await readTotals(transaction);
      return {
        items: rows.map((row) => entryView(row, session, serviceName)),
        ...{ total, page, pageSize },
        ...{ balance: totals.balance, reserved: totals.reserved, withheld: totals.withheld },
        spent: { today: totals.today, month: totals.month, listed: spent },
      };
    });
  });
  implement(contract.tokenUsage, async ({ query }, { session }) => {
    requireMayNarrow(session.role, query);
    const serviceName = await serviceNames(session.accountId);
    return database.snapshot(session.accountId, (transaction) => readUsage(transaction, query, serviceName));
  });
  implement(contract.tokenBalance, (_input, { session }) =>
    database.snapshot(session.accountId, readBalance),
  );
  addExportRoute(implement, dependencies);
}

function addExportRoute(implement: Implement, { database, serviceNames }: BillingDependencies): void {
  implement(contract.exportTokenHistory, async ({ query }, { session, reply }) => {
    const { locale } = query;
    const { accountId } = session;
    const serviceName = await serviceNames(accountId);
    const { timeZone } = await database.account(accountId, async (transaction) => {
      const { userId, address } = session;
      const data = { from: query.from ?? null, to: query.to ?? null };
      const action = 'token_history.exported';
      await recordAudit(transaction, { userId, action, target: accountId, data, address });
      return store.readStart(transaction);
    });
    const rows = rowsOfHistory({ locale, timeZone, serviceName }, (after) =>
      database.account(accountId, (transaction) =>
        store.entriesAfter(transaction, query, { after, limit: ROWS_AT_ONCE }),
      ),
    );
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tokens.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    };
    await reply.headers(headers).send(writeCsv(rows));
    return HANDLED;
  });
}

const isAdmin = (role: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf('admin');

/** What keys and colleagues have used is for admins, like the lists of both. */
function requireMayNarrow(
  role: Role,
  { keyUuid, personUuid, by }: store.LedgerFilter & { readonly by?: contract.UsageGroup },
): void {
  const isForAdmins = keyUuid !== undefined || personUuid !== undefined || by === 'key' || by === 'person';
  if (isForAdmins && !isAdmin(role))
    throw new AppError('forbidden', 'The usage of API keys and of persons needs the role admin');
}

function entryView(
  row: store.EntryRow,
  session: Session,
  serviceName: (serviceUuid: string) => string | null,
): contract.LedgerEntryView {
  const named = <Id>(id: Id | null, name: string | null) =>
    id && isAdmin(session.role) ? { uuid: id, name: name ?? '' } : null;
  return {
    uuid: row.id,
    time: row.createdAt.toISOString(),
    kind: row.kind,
    bot: row.botId ? { uuid: row.botId, name: row.botName ?? '' } : null,
    service: row.serviceUuid ? (serviceName(row.serviceUuid) ?? row.serviceUuid) : null,
    channel: row.kind === 'call' ? (row.channelName ?? 'chat') : null,
    conversationUuid: row.conversationId,
    key: named(row.keyId, row.keyName),
    person: named(row.personId, row.personName),
    paidFor: paidForOf(row, session),
    input: row.input,
    output: row.output,
    tokens: row.tokens,
    balance: row.balance,
    reason: isAdmin(session.role) ? row.reason : null,
    ownKey: row.isOwnKey ? { micros: row.micros } : null,
  };
}

function paidForOf(row: store.EntryRow, { userId, role }: Session): contract.LedgerEntryView['paidFor'] {
  const { origin, conversationId, documentId, knowledgeId, paymentId } = row;
  if (paymentId) return role === 'owner' ? { kind: 'payment', uuid: paymentId } : null;
  if (documentId && knowledgeId)
    return { kind: 'document', uuid: documentId, name: row.documentTitle ?? '', knowledgeUuid: knowledgeId };
  if (knowledgeId) return { kind: 'knowledge', uuid: knowledgeId, name: row.knowledgeName ?? '' };
  if (!conversationId) return null;
  if (origin === 'channel' || origin === 'embed') return { kind: 'conversation', uuid: conversationId };
  const isOwn = row.botId !== null && row.botName !== null && row.ownerId === userId;
  if (!isOwn || (origin !== 'chat' && origin !== 'test')) return null;
  return { kind: origin, uuid: conversationId, botUuid: row.botId };
}
