import * as contract from '@hanasu/contract/channel-log';
import { AppError } from '../../platform/app-error.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { channelLog, findChannel, redactPayload } from '../channels/public.ts';
import {
  existingEntry,
  type ReplayDependencies,
  type ResendDependencies,
  replayEvent,
  replayFailedEvents,
  resendCall,
} from './replay.ts';

export type ChannelLogDependencies = ReplayDependencies & ResendDependencies;

/** What came in and went out on a channel. */
export function addChannelLogRoutes(implement: Implement, dependencies: ChannelLogDependencies): void {
  const { database } = dependencies;
  implement(contract.listChannelLog, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      if (!(await findChannel(transaction, params.uuid))) {
        throw new AppError('not_found', 'There is no such channel');
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
