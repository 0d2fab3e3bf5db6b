import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ChannelAdapter, MediaOutcome, MediaReference } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore, type FileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import { createGuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { NO_PRIVATE_HOSTS } from '../../../platform/net/private-hosts.ts';
import { ANY_HOST } from '../../../testing/private-hosts.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { eventually } from '../../../testing/test-server.ts';
import { createMediaFetcher } from './fetch-media.ts';
import { dropMedia, findMediaViews, wantMedia } from './message-media.store.ts';
import { readMedia } from './read-media.ts';
import { removeUnsent } from './upload-media.ts';

const MOST_BYTES = 100_000;
const accountId = newId<AccountId>();
const channelId = newId<ChannelId>();
const jpeg = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let files: FileStore;
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 6, onError: () => undefined });
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-media-'));
  files = createDiskFileStore(folder);
  site = createServer((request, response) => {
    if (request.url === '/photo') response.end(jpeg);
    else if (request.url === '/large') response.end(Buffer.alloc(MOST_BYTES + 1));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  siteUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  site.close();
  await database.close();
  await testDatabase.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => database.system((transaction) => transaction.run('delete from media')));

/** A vendor that gives what it is told to, and counts how often it is asked. */
function vendorOf(answer: (times: number) => MediaOutcome | Promise<MediaOutcome>) {
  let times = 0;
  const fetchMedia = async (): Promise<MediaOutcome> => {
    times += 1;
    return answer(times);
  };
  return { fetchMedia, times: () => times };
}
const fetched = (bytes: Buffer): MediaOutcome => ({
  kind: 'fetched',
  body: Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]),
  contentType: 'text/html',
});

function fetcherOf(vendor: Pick<ChannelAdapter, 'fetchMedia'>, { privateHosts = ANY_HOST } = {}) {
  const announced: MessageId[] = [];
  const errors: unknown[] = [];
  const fetcher = createMediaFetcher({
    database,
    files,
    maxUploadBytes: MOST_BYTES,
    requireQuota: async () => undefined,
    directory: {
      open: async () => ({ adapter: vendor as ChannelAdapter, connection: { credentials: {} } }),
    },
    ask: createGuardedFetch({ privateHosts, maxBytes: MOST_BYTES }),
    publishConversationUpdate: (_account, _action, _conversation, messages = []) =>
      announced.push(...messages),
    onError: (error) => errors.push(error),
  });
  return { ...fetcher, announced, errors };
}

async function want(reference: MediaReference, name = 'photo.svg') {
  const messageId = newId<MessageId>();
  const conversationId = newId<ConversationId>();
  await database.account(accountId, async (transaction) => {
    await transaction.run(
      `insert into conversations (account_id, id, origin, title, handling, last_message_at)
       values ($1, $2, 'channel', '', 'bot', now())`,
      [accountId, conversationId],
    );
    const wanted = { channelId, conversationId, messageId, reference, name, durationMs: null };
    await wantMedia(transaction, [wanted]);
    // Said twice, it is wanted once.
    await wantMedia(transaction, [wanted]);
  });
  const view = async () => {
    const views = await database.account(accountId, (transaction) =>
      findMediaViews(transaction, [messageId]),
    );
    const found = views.get(messageId);
    if (!found) throw new Error('the media is not there');
    return found;
  };
  return { messageId, conversationId, view };
}
const BY_VENDOR: MediaReference = { from: 'vendor', vendorMessageId: '1' };
const VENDORLESS = vendorOf(() => ({ kind: 'gone', detail: 'not asked' }));
const filesLeft = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const dueAgain = () =>
  database.system((transaction) =>
    transaction.run(
      "update media set next_attempt_at = now() where next_attempt_at is not null and state = 'waiting'",
    ),
  );
const rowOf = (messageId: MessageId) =>
  database.system((transaction) =>
    transaction.one<{ attempts: number; seconds: number; fileKey: string | null }>(
      `select attempts, file_key as "fileKey",
         extract(epoch from next_attempt_at - now())::float8 as seconds from media where message_id = $1`,
      [messageId],
    ),
  );

describe('what lies with the vendor', () => {
  test('is stored once, though two processes look for it, with a small picture and told to browsers', async () => {
    const vendor = vendorOf(() => fetched(jpeg));
    const { messageId, view } = await want(BY_VENDOR);
    const fetchers = [fetcherOf(vendor), fetcherOf(vendor)];
    await Promise.all(fetchers.map((fetcher) => fetcher.runOnce()));
    const stored = await eventually('it is stored', async () => {
      const now = await view();
      return now.state === 'stored' && now;
    });
    // Neither its name nor the vendor's word for it counts.
    expect(stored).toMatchObject({ contentType: 'image/jpeg', bytes: jpeg.length, width: 900, height: 300 });
    expect(await readMedia({ database, files }, accountId, stored.uuid)).toEqual(jpeg);
    await Promise.all(fetchers.map((fetcher) => fetcher.stop()));
    expect(vendor.times()).toBe(1);
    expect(fetchers.flatMap(({ announced }) => announced)).toEqual([messageId]);
  });

  test('is asked for again when the vendor still prepares it, and that is no failure', async () => {
    const vendor = vendorOf((times) =>
      times < 3 ? { kind: 'pending', retryInMs: 3_600_000 } : fetched(jpeg),
    );
    const { messageId, view } = await want(BY_VENDOR);
    const fetcher = fetcherOf(vendor);
    for (let times = 1; times <= 2; times += 1) {
      await dueAgain();
      await fetcher.runOnce();
      await eventually('it is put off', async () => ((await rowOf(messageId))?.seconds ?? 0) > 3_000);
      expect(await rowOf(messageId)).toMatchObject({ attempts: 0 });
    }
    await dueAgain();
    await fetcher.runOnce();
    await eventually('it is stored', async () => (await view()).state === 'stored');
  });

  test('is tried again with longer and longer pauses, then given up', async () => {
    const vendor = vendorOf(() => ({ kind: 'unreachable', detail: 'no route' }));
    const { messageId, view } = await want(BY_VENDOR);
    const fetcher = fetcherOf(vendor);
    const pauses: number[] = [];
    for (let times = 1; (await view()).state === 'waiting'; times += 1) {
      await dueAgain();
      await fetcher.runOnce();
      const row = await eventually('the try is over', async () => {
        const now = await rowOf(messageId);
        const isOver = now?.seconds === null || (now?.attempts === times && Math.abs(now.seconds - 240) > 5);
        return isOver && now;
      });
      if (row.seconds !== null) pauses.push(Math.round(row.seconds));
    }
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(pauses.length).toBeGreaterThanOrEqual(8);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(25 * 60);
    expect((await view()).state).toBe('failed');
    expect(await fetcher.runOnce()).toBeNull();
  });

  test.each([
    ['gone', vendorOf(() => ({ kind: 'gone', detail: 'taken back' }))],
    ['failed', vendorOf(() => fetched(Buffer.alloc(MOST_BYTES + 1)))],
  ])('%s, for good, and nothing of it is kept', async (state, vendor) => {
    const before = filesLeft().length;
    const { messageId, view } = await want(BY_VENDOR);
    const fetcher = fetcherOf(vendor);
    await fetcher.runOnce();
    await eventually(`it is ${state}`, async () => (await view()).state === state);
    expect((await rowOf(messageId))?.seconds).toBeNull();
    expect(filesLeft()).toHaveLength(before);
  });

  test('a fetch that was broken off by a stop is done by the next one, and not counted', async () => {
    const { messageId, view } = await want(BY_VENDOR);
    const endless = vendorOf(() => ({
      kind: 'fetched',
      body: new Readable({ read: () => undefined }),
      contentType: '',
    }));
    const first = fetcherOf(endless);
    await first.runOnce();
    await eventually('it is asked for', async () => endless.times() === 1);
    await first.stop();
    expect(await rowOf(messageId)).toMatchObject({ attempts: 0 });
    const next = fetcherOf(vendorOf(() => fetched(jpeg)));
    await next.runOnce();
    await eventually('it is stored', async () => (await view()).state === 'stored');
    expect([...first.errors, ...next.errors]).toEqual([]);
  });

  test('what a crash has left half done is done again when its lease ends', async () => {
    const { messageId, view } = await want(BY_VENDOR);
    const row = await rowOf(messageId);
    await files.put(row?.fileKey ?? '', Buffer.from('half'));
    await fetcherOf(vendorOf(() => fetched(jpeg))).runOnce();
    const stored = await eventually('it is stored', async () => {
      const now = await view();
      return now.state === 'stored' && now;
    });
    expect(await readMedia({ database, files }, accountId, stored.uuid)).toEqual(jpeg);
  });
});

describe('what lies at an address', () => {
  const at = (where: string): MediaReference => ({ from: 'url', url: siteUrl + where, previewUrl: null });

  test('is fetched without the channel', async () => {
    const { view } = await want(at('/photo'), '');
    await fetcherOf(VENDORLESS).runOnce();
    await eventually('it is stored', async () => (await view()).state === 'stored');
    expect(await view()).toMatchObject({ name: 'image.jpg', contentType: 'image/jpeg' });
    expect(VENDORLESS.times()).toBe(0);
  });

  test.each([
    ['is gone when nothing is there', '/none', 'gone', ANY_HOST],
    ['fails when it is too large', '/large', 'failed', ANY_HOST],
    ['fails in a private network', '/photo', 'failed', NO_PRIVATE_HOSTS],
  ])('%s', async (_what, where, state, privateHosts) => {
    const { view } = await want(at(where));
    await fetcherOf(VENDORLESS, { privateHosts }).runOnce();
    await eventually(`it is ${state}`, async () => (await view()).state === state);
  });
});

test('what is taken back is gone at once, and its files soon', async () => {
  const { messageId, view } = await want(BY_VENDOR);
  const fetcher = fetcherOf(vendorOf(() => fetched(jpeg)));
  await fetcher.runOnce();
  const stored = await eventually('it is stored', async () => {
    const now = await view();
    return now.state === 'stored' && now;
  });
  const { fileKey } = (await rowOf(messageId)) ?? {};
  await database.account(accountId, (transaction) => dropMedia(transaction, [messageId]));
  expect(await view()).toMatchObject({ state: 'gone', name: '', url: null, thumbnailUrl: null });
  expect(await readMedia({ database, files }, accountId, stored.uuid)).toBeNull();
  await fetcher.runOnce();
  await eventually('the files are gone', async () => (await rowOf(messageId))?.fileKey === null);
  expect(await files.size(fileKey ?? '')).toBeNull();
});

test('what is taken back while it is being fetched is not kept', async () => {
  const { messageId, view } = await want(BY_VENDOR);
  const before = filesLeft().length;
  const vendor = vendorOf(async () => {
    await database.account(accountId, (transaction) => dropMedia(transaction, [messageId]));
    return fetched(jpeg);
  });
  const fetcher = fetcherOf(vendor);
  await fetcher.runOnce();
  await eventually('the bytes are gone', async () => vendor.times() === 1 && filesLeft().length === before);
  await fetcher.stop();
  expect(filesLeft()).toHaveLength(before);
  expect((await view()).state).toBe('gone');
});

test('the files of a deleted conversation go with it', async () => {
  const { conversationId, messageId, view } = await want(BY_VENDOR);
  await fetcherOf(vendorOf(() => fetched(jpeg))).runOnce();
  await eventually('it is stored', async () => (await view()).state === 'stored');
  const { fileKey } = (await rowOf(messageId)) ?? {};
  await database.system((transaction) =>
    transaction.run('delete from conversations where id = $1', [conversationId]),
  );
  await removeUnsent({ database, files });
  expect(await rowOf(messageId)).toBeNull();
  expect(await files.size(fileKey ?? '')).toBeNull();
});
