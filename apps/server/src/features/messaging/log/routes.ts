import type { ChannelLogEntry } from '@hanasu/contract/channel-log';
import * as contract from '@hanasu/contract/channel-log';
import type { AccountId, ChannelId, ChannelLogId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { redactPayload } from '../../../platform/redact-payload.ts';
import { requeueDeliveries } from '../../channels/public.ts';
import { type PublishConversationUpdate, vendorMessages } from '../../conversations/public.ts';
import * as channelLog from './log.store.ts';

type ChannelLogDependencies = ReplayDependencies & ResendDependencies;

/** What came in and went out on a channel. */
export function addChannelLogRoutes(implement: Implement, dependencies: ChannelLogDependencies): void {
  const { database } = dependencies;
  implement(contract.listChannelLog, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      if (!(await channelLog.channelExists(transaction, params.uuid))) {
        throw new AppError('not_found', 'Channel not found');
      }
      const { page, pageSize, direction, result, q } = query;
      const window = { limit: pageSize, offset: (page - 1) * pageSize };
      const { rows, total } = await channelLog.listLog(transaction, params.uuid, {
        direction,
        result,
        q,
        ...window,
      });
      return { items: rows.map(channelLog.logEntry), total, page, pageSize };
    }),
  );
  implement(contract.getChannelLogEntry, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const row = await existingEntry(transaction, params.uuid, params.entry);
      const payload = await channelLog.findPayload(transaction, params.uuid, params.entry);
      // Calls are redacted before they are stored.
      return {
        ...channelLog.logEntry(row),
        payload: row.direction === 'in' ? redactPayload(payload) : payload,
      };
    }),
  );
  implement(contract.replayEvent, ({ params }, { session }) =>
    replayEvent(dependencies, session.accountId, params.uuid, params.entry),
  );
  implement(contract.resendCall, ({ params }, { session }) =>
    resendCall(dependencies, session.accountId, params.uuid, params.entry),
  );
  implement(contract.replayFailedEvents, ({ params }, { session }) =>
    replayFailedEvents(dependencies, session.accountId, params.uuid),
  );
}

interface ReplayDependencies {
  readonly database: Database;
  /** Called after the commit: there are events to apply. */
  readonly notifyInboundEvents: () => void;
}

async function existingEntry(
  transaction: AccountTransaction,
  channelId: ChannelId,
  id: ChannelLogId,
): Promise<channelLog.LogRow> {
  const row = await channelLog.findEntry(transaction, channelId, id);
  if (!row) throw new AppError('not_found', 'Log entry not found on this channel');
  return row;
}

/** Queues an event to be applied again; one that is still waiting is left as it is. */
async function replayEvent(
  { database, notifyInboundEvents }: ReplayDependencies,
  accountId: AccountId,
  channelId: ChannelId,
  id: ChannelLogId,
): Promise<ChannelLogEntry> {
  const entry = await database.account(accountId, async (transaction) => {
    const before = await existingEntry(transaction, channelId, id);
    const isWaiting = before.direction === 'in' && before.result === 'waiting';
    if (!isWaiting && !(await channelLog.replay(transaction, channelId, id))) {
      throw new AppError(
        'event_not_replayable',
        'This log entry is not an event, or its content has been deleted',
      );
    }
    return channelLog.logEntry(await existingEntry(transaction, channelId, id));
  });
  notifyInboundEvents();
  return entry;
}

async function replayFailedEvents(
  { database, notifyInboundEvents }: ReplayDependencies,
  accountId: AccountId,
  channelId: ChannelId,
): Promise<{ replayed: number }> {
  const replayed = await database.account(accountId, async (transaction) => {
    if (!(await channelLog.channelExists(transaction, channelId))) {
      throw new AppError('not_found', 'Channel not found');
    }
    return channelLog.replayFailed(transaction, channelId);
  });
  notifyInboundEvents();
  return { replayed };
}

interface ResendDependencies {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  /** Called after the commit: there is something to send. */
  readonly notifyDelivery: () => void;
}

/** The message of a call that failed is sent again. */
async function resendCall(
  { database, publishConversationUpdate, notifyDelivery }: ResendDependencies,
  accountId: AccountId,
  channelId: ChannelId,
  id: ChannelLogId,
): Promise<ChannelLogEntry> {
  const row = await database.account(accountId, async (transaction) => {
    const entry = await existingEntry(transaction, channelId, id);
    const { messageId, canResend } = entry;
    if (!messageId || !canResend || !(await requeueDeliveries(transaction, messageId))) {
      throw new AppError('message_not_failed', 'This request has no failed message');
    }
    await vendorMessages.redeliver(transaction, messageId);
    return existingEntry(transaction, channelId, id);
  });
  notifyDelivery();
  if (row.conversationId && row.messageId)
    publishConversationUpdate(accountId, 'delivery', row.conversationId, [row.messageId]);
  return channelLog.logEntry(row);
}
