import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { SendOutcome, SendRequest } from '@hanasu/channels/spec/sending';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { redactPayload } from '../../../platform/redact-payload.ts';
import {
  type CallAbout,
  type CallResult,
  type ChannelCall,
  insertCalls,
  type RecordedCall,
} from './log.store.ts';

/** A send that the log knows the message of. */
export type RecordedSend = SendRequest & { readonly about?: CallAbout };

/** Takes note of a call; never fails and never waits. */
type RecordCall = (call: RecordedCall) => void;

/** The same adapter, whose calls to the vendor are taken note of. */
export function recordCalls<Credentials>(
  adapter: ChannelAdapter<Credentials>,
  record: RecordCall,
  now: () => number,
): ChannelAdapter<Credentials> {
  const noted = createNoting(record, now);
  const named =
    <Arguments extends unknown[], Outcome extends { kind: string }>(
      operation: string,
      call: ((...all: Arguments) => Promise<Outcome>) | undefined,
      payloadOf: (...all: Arguments) => unknown,
    ) =>
    (...all: Arguments): Promise<Outcome> => {
      if (!call) throw new Error(`this channel has no ${operation}`);
      return noted({ operation, payload: payloadOf(...all) }, () => call.apply(adapter, all), wordResult);
    };
  const { renewal, menus } = adapter;
  return {
    ...adapter,
    send: (connection, request) => sendNoted(adapter, noted, connection, request),
    ...(adapter.sendMany && {
      sendMany: named('send', adapter.sendMany, (_, { to, messages }) => ({ people: to.length, messages })),
    }),
    setWebhook: named('webhook', adapter.setWebhook, () => ({})),
    profile: named('profile', adapter.profile, (_, friendId) => ({ friendId })),
    ...(adapter.groupProfile && {
      groupProfile: named('profile', adapter.groupProfile, (_, threadId) => ({ threadId })),
    }),
    ...(adapter.groupSize && {
      groupSize: named('quota', adapter.groupSize, (_, threadId) => ({ threadId })),
    }),
    ...(adapter.memberProfile && {
      memberProfile: named('profile', adapter.memberProfile, (_, threadId, memberId) => ({
        threadId,
        memberId,
      })),
    }),
    ...(adapter.followers && { followers: named('followers', adapter.followers, () => ({})) }),
    ...(adapter.quota && { quota: named('quota', adapter.quota, () => ({})) }),
    ...(adapter.fetchMedia && {
      fetchMedia: named('media', adapter.fetchMedia, (_, { vendorMessageId }) => ({ vendorMessageId })),
    }),
    ...(menus && {
      menus: {
        limits: menus.limits,
        find: named('menus', menus.find.bind(menus), (_) => ({})),
        validate: named('menus', menus.validate.bind(menus), (_, menu) => ({ menu })),
        create: named('menus', menus.create.bind(menus), (_, menu) => ({ menu })),
        setPicture: named('menus', menus.setPicture.bind(menus), (_, id) => ({ id })),
        remove: named('menus', menus.remove.bind(menus), (_, id) => ({ remove: id })),
        setAlias: named('menus', menus.setAlias.bind(menus), (_, alias, id) => ({ alias, id })),
        removeAlias: named('menus', menus.removeAlias.bind(menus), (_, alias) => ({ remove: alias })),
        setDefault: named('menus', menus.setDefault.bind(menus), (_, id) => ({ default: id })),
        link: named('menus', menus.link.bind(menus), (_, id, people) => ({ id, people: people.length })),
        findLink: named('menus', menus.findLink.bind(menus), (_) => ({ sample: true })),
        unlinkAll: named('menus', menus.unlinkAll.bind(menus), (_, ids) => ({ unlink: ids })),
      },
    }),
    ...(renewal && {
      renewal: { ...renewal, renew: named('renewal', renewal.renew.bind(renewal), (_) => ({})) },
    }),
    ...(adapter.findSent && {
      findSent: (connection, sent) => {
        const call = { operation: 'check', payload: { to: sent.to, messages: sent.messages } };
        const toResult = (check: string) => ({ ...OK, reason: check === 'arrived' ? null : check });
        return noted(call, async () => (await adapter.findSent?.(connection, sent)) ?? 'unknown', toResult);
      },
    }),
    showTyping: onlyFailures(noted, 'typing', adapter.showTyping.bind(adapter)),
    ...(adapter.markRead && {
      markRead: onlyFailures(noted, 'read', adapter.markRead.bind(adapter)),
    }),
  };
}

type Noting = ReturnType<typeof createNoting>;

interface NotedCall {
  readonly operation: string;
  readonly payload: unknown;
  readonly about?: CallAbout | undefined;
}

function createNoting(record: RecordCall, now: () => number) {
  return async <Outcome>(
    { operation, payload, about }: NotedCall,
    call: () => Promise<Outcome>,
    toResult: (outcome: Outcome) => CallResult | null,
  ): Promise<Outcome> => {
    const at = new Date(now());
    const begunAt = performance.now();
    const note = (result: CallResult | null): void => {
      if (!result) return;
      const durationMs = Math.round(performance.now() - begunAt);
      record({ ...result, at, operation, durationMs, about: about ?? null, payload: redactPayload(payload) });
    };
    try {
      const outcome = await call();
      note(toResult(outcome));
      return outcome;
    } catch (error) {
      note({ ...OK, result: 'failed', reason: 'internal_error', detail: messageOf(error) });
      throw error;
    }
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function sendNoted<Credentials>(
  adapter: ChannelAdapter<Credentials>,
  noted: Noting,
  connection: { readonly credentials: Credentials },
  request: RecordedSend,
) {
  const { about, ...sent } = request;
  const { to: recipientId, messages, how } = sent;
  const payload = { recipientId, method: how.method, messages };
  return noted({ operation: 'send', payload, about }, () => adapter.send(connection, sent), sendResult);
}

/** Made at every turn and not worth a line each. */
const onlyFailures =
  <Arguments extends unknown[]>(
    noted: Noting,
    operation: string,
    call: (...all: Arguments) => Promise<void>,
  ) =>
  (...all: Arguments): Promise<void> =>
    noted(
      { operation, payload: {} },
      () => call(...all),
      () => null,
    );

const OK: CallResult = { result: 'ok', reason: null, detail: null, requestId: null };

function sendResult(outcome: SendOutcome): CallResult {
  switch (outcome.kind) {
    case 'sent':
      return { ...OK, requestId: outcome.requestId };
    case 'reply-token-invalid':
      return { ...OK, result: 'failed', reason: 'reply_token_invalid', detail: outcome.detail };
    case 'rejected': {
      const { reason, detail, requestId } = outcome;
      return { result: 'failed', reason, detail, requestId };
    }
    case 'unknown':
      return { ...OK, result: 'unconfirmed', reason: 'no_answer', detail: outcome.detail };
    default:
      return outcome satisfies never;
  }
}

const GOOD = new Set([
  'sent',
  'found',
  'known',
  'page',
  'fetched',
  'ok',
  'renewed',
  'connected',
  'done',
  'made',
  'linked',
]);

/** Of calls whose outcome is a word, with a detail when it isn't a good one. */
function wordResult(outcome: { readonly kind: string; readonly detail?: string }): CallResult {
  if (GOOD.has(outcome.kind)) return OK;
  // The vendor is still at it, which is no failure.
  if (outcome.kind === 'pending') return { ...OK, reason: 'pending' };
  const result = outcome.kind === 'unknown' ? 'unconfirmed' : 'failed';
  return { ...OK, result, reason: outcome.kind, detail: outcome.detail ?? null };
}

interface CallRecorder {
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
        .system((transaction) => transaction.last(() => insertCalls(transaction, group)))
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
