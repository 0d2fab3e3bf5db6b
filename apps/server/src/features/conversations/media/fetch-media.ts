import { addAbortSignal, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { MediaOutcome, MediaReference } from '@hanasu/channels/spec/channel';
import { AppError } from '../../../platform/app-error.ts';
import { FetchFailure } from '../../../platform/net/guarded-fetch.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import type { FetchDependencies } from './dependencies.ts';
import {
  type ClaimedMedia,
  claimMedia,
  forgetFiles,
  markEnded,
  markStored,
  NEXT_MEDIA_DUE,
  nextMediaIn,
  postponeMedia,
} from './media.store.ts';
import { folderOf } from './media-files.ts';
import { settleBytes } from './upload-media.ts';

/** Seconds to wait after the first, second, … try; together about half an hour. */
const PAUSES = [5, 15, 30, 60, 120, 300, 480, 840];

/** Seconds until the next try; null: that was the last. */
const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;

/** How long a vendor may go on preparing something. */
const PENDING_HOURS = 24;

/** Calls to vendors side by side: files are large, and nobody waits for them but who looks at the message. */
const AT_ONCE = 4;
/** A fetch is given up well before its lease ends, so that a live one is never overtaken. */
const FETCH_MS = 150_000;
const LEASE_SECONDS = 240;

/** More than vendors are asked: whatever ended these, it was not the vendor. */
const TRIES_MAX = 12;

type Fetched =
  | { readonly kind: 'stored' }
  | { readonly kind: 'pending'; readonly retryInMs: number }
  | { readonly kind: 'gone' | 'failed' | 'unreachable'; readonly detail: string };

class TooLarge extends Error {}

/** Fetches what messages have brought, in the background, and removes the files of what was taken back. */
export function createMediaFetcher(dependencies: FetchDependencies): LeasedWorker {
  const { database, onError } = dependencies;
  return createLeasedWorker<ClaimedMedia>({
    name: 'media',
    nextDue: NEXT_MEDIA_DUE,
    concurrency: AT_ONCE,
    claim: ({ limit }) =>
      database.system(async (transaction) => ({
        items: await claimMedia(transaction, limit, LEASE_SECONDS),
        nextIn: await nextMediaIn(transaction),
      })),
    // A stop breaks off the fetches under way: they are done anew by whoever comes next.
    run: (row, stop) =>
      workOn(dependencies, row, stop).catch((error: unknown) => {
        if (!stop.aborted) throw error;
      }),
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    onError,
  });
}

async function workOn(dependencies: FetchDependencies, row: ClaimedMedia, stop: AbortSignal): Promise<void> {
  const { database, files, publishConversationUpdate } = dependencies;
  if (row.state === 'gone') {
    if (row.fileKey) await files.removeFolder(folderOf(row.fileKey));
    await database.account(row.accountId, (transaction) => forgetFiles(transaction, row.id));
    return;
  }
  const isHopeless = row.attempts > TRIES_MAX;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(FETCH_MS)]);
  const outcome: Fetched = isHopeless
    ? { kind: 'failed', detail: 'It could not be read' }
    : await fetchBytes(dependencies, row, signal);
  if (stop.aborted) return release(dependencies, row);
  const isNews = await recordDeliveryResult(dependencies, row, outcome);
  if (isNews && row.conversationId && row.messageId)
    publishConversationUpdate(row.accountId, 'delivery', row.conversationId, [row.messageId]);
}

/** The server stops: the next one begins at once, and nothing is counted. */
const release = async ({ database }: FetchDependencies, { accountId, id }: ClaimedMedia): Promise<void> => {
  const next = { milliseconds: 0, detail: null, isCounted: false };
  await database.account(accountId, (transaction) => postponeMedia(transaction, id, next));
};

async function fetchBytes(
  dependencies: FetchDependencies,
  { accountId, channelId, reference, fileKey }: ClaimedMedia,
  signal: AbortSignal,
): Promise<Fetched> {
  if (!channelId || !reference || !fileKey) return { kind: 'gone', detail: 'Nothing says where it is' };
  try {
    const outcome =
      reference.from === 'url'
        ? await fromUrl(dependencies, reference.url, signal)
        : await fromVendor(dependencies, { accountId, channelId, reference });
    if (outcome.kind !== 'fetched') return outcome;
    const { files, maxUploadBytes, requireQuota } = dependencies;
    await dependencies.database.account(accountId, (transaction) => requireQuota(transaction, 1));
    await files.putStream(fileKey, capped(outcome.body, maxUploadBytes, signal), signal);
    return { kind: 'stored' };
  } catch (error) {
    return whyNot(error);
  }
}

async function fromVendor(
  { directory }: FetchDependencies,
  {
    accountId,
    channelId,
    reference,
  }: {
    readonly accountId: ClaimedMedia['accountId'];
    readonly channelId: NonNullable<ClaimedMedia['channelId']>;
    readonly reference: MediaReference & { readonly from: 'vendor' };
  },
): Promise<MediaOutcome> {
  const channel = await directory.open(accountId, channelId);
  if (!channel) return { kind: 'gone', detail: 'The channel is disconnected' };
  const { adapter, connection } = channel;
  if (!adapter.fetchMedia) return { kind: 'gone', detail: 'This channel has no way to read files' };
  return adapter.fetchMedia(connection, reference);
}

async function fromUrl({ ask }: FetchDependencies, url: string, signal: AbortSignal): Promise<MediaOutcome> {
  const answer = await ask(url, { signal });
  if (answer.ok && answer.body) {
    const body = Readable.fromWeb(answer.body as ReadableStream);
    return { kind: 'fetched', body, contentType: answer.headers.get('content-type') ?? '' };
  }
  await answer.body?.cancel();
  const detail = `The address answered ${answer.status}`;
  const isForGood = [400, 401, 403, 404, 410].includes(answer.status);
  return isForGood ? { kind: 'gone', detail } : { kind: 'unreachable', detail };
}

/** Ends with an error, and with it the file, as soon as there is more than may be uploaded. */
function capped(body: Readable, mostBytes: number, signal: AbortSignal): Readable {
  // A reader gets the errors; without a listener, one that comes before there is a reader would end the process.
  const ignore = () => undefined;
  body.on('error', ignore);
  if (signal.aborted) {
    body.destroy();
    signal.throwIfAborted();
  }
  const content = limited(addAbortSignal(signal, body), mostBytes);
  return Readable.from(content, { objectMode: false }).on('error', ignore);
}

async function* limited(body: Readable, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLarge('too large');
    yield chunk;
  }
}

function whyNot(error: unknown): Fetched {
  if (error instanceof TooLarge || isFailure(error, 'too_large'))
    return { kind: 'failed', detail: 'The file is larger than this installation takes' };
  if (isFailure(error, 'address_refused'))
    return { kind: 'failed', detail: 'The address is not one that may be read' };
  if (AppError.is(error) && error.code === 'storage_quota_reached') return NO_ROOM;
  return { kind: 'unreachable', detail: 'The connection ended before the file was complete' };
}

const isFailure = (error: unknown, reason: FetchFailure['reason']): boolean =>
  error instanceof FetchFailure && error.reason === reason;

const NO_ROOM: Fetched = { kind: 'failed', detail: 'The room for files of this account is used up' };

/** Only now it is known how large the file is. */
async function keepBytes(
  { database, files, requireQuota }: FetchDependencies,
  { accountId, id, name }: ClaimedMedia,
  fileKey: string,
): Promise<'kept' | 'gone' | 'full'> {
  const facts = await settleBytes(files, fileKey, name);
  try {
    return await database.account(accountId, async (transaction) => {
      await requireQuota(transaction, facts.bytes);
      return (await markStored(transaction, id, facts)) ? 'kept' : 'gone';
    });
  } catch (error) {
    if (AppError.is(error) && error.code === 'storage_quota_reached') return 'full';
    throw error;
  }
}

/** True: browsers have something new to show. */
async function recordDeliveryResult(
  dependencies: FetchDependencies,
  row: ClaimedMedia,
  outcome: Fetched,
): Promise<boolean> {
  const { database, files } = dependencies;
  const { accountId, id, fileKey } = row;
  if (outcome.kind === 'stored' && fileKey) {
    const kept = await keepBytes(dependencies, row, fileKey);
    // Taken back meanwhile: whoever removed the files may have come before these bytes were there.
    if (kept !== 'kept') await files.removeFolder(folderOf(fileKey));
    return kept === 'full' ? recordDeliveryResult(dependencies, row, NO_ROOM) : kept === 'kept';
  }
  const end = endOf(row, outcome, database.now());
  return database.account(accountId, async (transaction) => {
    if (end.kind === 'end') return markEnded(transaction, id, end);
    await postponeMedia(transaction, id, end);
    return false;
  });
}

const HOUR_MS = 60 * 60 * 1000;

function endOf({ attempts, createdAt }: ClaimedMedia, outcome: Fetched, now: number) {
  if (outcome.kind === 'stored') throw new Error('what is stored has not ended');
  if (outcome.kind === 'pending') {
    const isLate = now - createdAt.getTime() > PENDING_HOURS * HOUR_MS;
    if (isLate) return { kind: 'end', state: 'failed', detail: 'The vendor never had it ready' } as const;
    return { kind: 'later', milliseconds: outcome.retryInMs, detail: null, isCounted: false } as const;
  }
  const { kind, detail } = outcome;
  if (kind !== 'unreachable') return { kind: 'end', state: kind, detail } as const;
  const seconds = pauseAfter(attempts);
  if (seconds === null) return { kind: 'end', state: 'failed', detail } as const;
  return { kind: 'later', milliseconds: seconds * 1000, detail, isCounted: true } as const;
}
