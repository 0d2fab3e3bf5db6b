import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { type ChannelCall, insertCalls } from './calls.store.ts';
import type { RecordedCall } from './domain/call-result.ts';

export interface CallRecorder {
  record(accountId: AccountId, channelId: ChannelId, call: RecordedCall): void;
  /** Writes what is left. */
  drain(): Promise<void>;
}

/** Calls could not be written down. */
export type OnCallsDropped = (dropped: { readonly calls: number; readonly error: unknown }) => void;

interface RecorderOptions {
  readonly onDropped: OnCallsDropped;
  readonly flushAfterMs?: number;
}

const FLUSH_AFTER_MS = 500;
const GROUP = 500;
/** Far above what gathers while the database is busy; when it is away, the log has a gap. */
const ROOM = 5_000;

/** Writes the log of calls in groups, beside the calls: it holds up none and fails none. */
export function createCallRecorder(
  database: Database,
  { onDropped, flushAfterMs = FLUSH_AFTER_MS }: RecorderOptions,
): CallRecorder {
  let waiting: ChannelCall[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP);
      waiting = waiting.slice(GROUP);
      await database
        .system((transaction) => insertCalls(transaction, group))
        .catch((error: unknown) => onDropped({ calls: group.length, error }));
    }
  }
  function flushNow(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(flush);
    return writing;
  }

  return {
    record(accountId, channelId, call) {
      if (waiting.length >= ROOM) return onDropped({ calls: 1, error: null });
      waiting.push({ ...call, accountId, channelId });
      timer ??= setTimeout(() => void flushNow(), flushAfterMs).unref();
    },
    drain: flushNow,
  };
}
