import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../../platform/crypto/secret-box.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { type ChannelDirectory, createChannelDirectory, type OpenChannel } from '../channel-directory.ts';
import { channelView, findChannel, insertChannel } from '../channels.store.ts';
import { createRotatingVendor, type RotatingVendor } from '../testing/rotating-channel.fixture.ts';
import { replaceAccess, tryLockAccess } from './access.store.ts';
import { createAccessRefresher } from './refresh-access.ts';

const DAY = 24 * 60 * 60_000;
const box = createSecretBox('a secret that is only used in tests');
const accountId = newId<AccountId>();
let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let vendor: RotatingVendor;
let trouble: unknown[];
let accounts = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 8, onError: () => undefined });
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-renewed-'));
});
beforeEach(async () => {
  vendor = createRotatingVendor();
  trouble = [];
  await database.system((transaction) => transaction.run('delete from channels'));
  await database.system((transaction) => transaction.run('delete from channel_routes'));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** What one process has; several of them share the database. */
function newDirectory(its: Database = database): ChannelDirectory {
  const adapters = { find: () => vendor.adapter, kinds: ['rotating'] };
  return createChannelDirectory(its, adapters, box, {
    recoveryFolder: folder,
    onTrouble: (_account, id, what) => trouble.push([id, what]),
  });
}

async function connect(
  times: { dueAt?: number; lapsesAt?: number | null } = { dueAt: 0 },
): Promise<ChannelId> {
  accounts += 1;
  const id = newId<ChannelId>();
  const credentials = vendor.grant(`A${accounts}`, times);
  await database.account(accountId, (transaction) =>
    insertChannel(transaction, {
      id,
      kind: 'rotating',
      name: 'Shop',
      sandbox: false,
      externalId: `A${accounts}`,
      credentials: box.seal(JSON.stringify(credentials), id),
      accessLapsesAt: credentials.lapsesAt === null ? null : new Date(credentials.lapsesAt),
      displayName: 'Shop',
      pictureUrl: null,
      batchingDelay: 0,
      createdBy: null,
      botId: null,
      groupId: null,
    }),
  );
  return id;
}

const shown = async (id: ChannelId) => {
  const row = await database.account(accountId, (transaction) => findChannel(transaction, id));
  if (!row) throw new Error('the channel is gone');
  return row;
};

const send = (channel: OpenChannel) =>
  channel.adapter.send(channel.connection, {
    to: 'U',
    messages: [],
    how: { method: 'push', retryKey: newId() },
  });

function there(channel: OpenChannel | null | undefined): OpenChannel {
  if (!channel) throw new Error('no channel');
  return channel;
}

/** A database whose next commits fail, after everything was done that leads to them. */
function failingCommits(times: number, { afterCommit = false } = {}): Database {
  let left = times;
  const broken = (): boolean => vendor.renewals > 0 && left-- > 0;
  return {
    ...database,
    async account(account, run) {
      const result = await database.account(account, async (transaction) => {
        const value = await run(transaction);
        if (!afterCommit && broken()) throw new Error('Connection terminated');
        return value;
      });
      if (afterCommit && broken()) throw new Error('Connection terminated');
      return result;
    },
  };
}

describe('access that is due', () => {
  test('is renewed before it is used, stored, and not renewed again', async () => {
    const id = await connect();
    const directory = newDirectory();
    const channel = there(await directory.open(accountId, id));
    expect(channel.credentialsVersion).toBe(2);
    expect(vendor.isCurrent(channel.connection.credentials)).toBe(true);
    const again = there(await newDirectory().open(accountId, id));
    expect(again.connection).toEqual(channel.connection);
    expect(vendor.renewals).toBe(1);
    expect((await shown(id)).accessLapsesAt?.getTime()).toBeGreaterThan(Date.now() + 80 * DAY);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is left alone by those who only look', async () => {
    const id = await connect();
    const channel = there(await newDirectory().find(accountId, id));
    expect(channel.credentialsVersion).toBe(1);
    expect(vendor.attempts).toBe(0);
  });

  test('that is not due yet is used as it is', async () => {
    const id = await connect({});
    await newDirectory().open(accountId, id);
    expect(vendor.attempts).toBe(0);
  });

  test('of a channel of somebody else is not touched', async () => {
    const id = await connect();
    const stranger = newId<AccountId>();
    const directory = newDirectory();
    expect(await directory.open(stranger, id)).toBeNull();
    expect(await directory.renewed(stranger, id)).toBeNull();
    expect(vendor.attempts).toBe(0);
  });
});

describe('many who need it at once', () => {
  test('make one call, in one process', async () => {
    const id = await connect();
    const directory = newDirectory();
    const channels = await Promise.all(Array.from({ length: 10 }, () => directory.open(accountId, id)));
    expect(vendor.attempts).toBe(1);
    for (const channel of channels)
      expect(vendor.isCurrent(there(channel).connection.credentials)).toBe(true);
  });

  test('make one call, in two processes', async () => {
    const id = await connect();
    const processes = [newDirectory(), newDirectory()];
    // Both know the old access and begin before either has finished.
    await Promise.all(processes.map((directory) => directory.find(accountId, id)));
    const opening = Promise.withResolvers<void>();
    vendor.gate = opening.promise;
    const channels = Promise.all(processes.map((directory) => directory.open(accountId, id)));
    await expect.poll(() => vendor.attempts).toBe(1);
    opening.resolve();
    const [one, other] = await channels;
    expect(vendor.attempts).toBe(1);
    expect(there(one).connection).toEqual(there(other).connection);
    expect(vendor.isCurrent(there(one).connection.credentials)).toBe(true);
    expect((await shown(id)).accessLost).toBe(false);
  });

  test('whose access the vendor refused get one renewal between them', async () => {
    const id = await connect({});
    const processes = [newDirectory(), newDirectory()];
    const opened = await Promise.all(processes.map((directory) => directory.open(accountId, id)));
    expect(opened.map((channel) => channel?.credentialsVersion)).toEqual([1, 1]);
    const renewed = await Promise.all(
      [...processes, ...processes].map((directory) => directory.renewed(accountId, id)),
    );
    expect(vendor.renewals).toBe(1);
    expect(renewed.map((channel) => channel?.credentialsVersion)).toEqual([2, 2, 2, 2]);
    expect(await send(there(renewed[0]))).toMatchObject({ kind: 'sent' });
  });

  test('while it is renewed, what refers to the channel can be stored', async () => {
    const id = await connect();
    const opening = Promise.withResolvers<void>();
    vendor.gate = opening.promise;
    const channel = newDirectory().open(accountId, id);
    await expect.poll(() => vendor.attempts).toBe(1);
    const isFree = await database.account(accountId, async (transaction) => {
      await transaction.run('update channels set last_inbound_at = now() where id = $1', [id]);
      await transaction.run(
        `insert into inbound_events (account_id, channel_id, vendor_event_id, thread, event, received_at)
         values ($1, $2, 'e', '', '{}', now())`,
        [accountId, id],
      );
      return tryLockAccess(transaction, id);
    });
    expect(isFree).toBe(false);
    opening.resolve();
    expect(there(await channel).credentialsVersion).toBe(2);
  });
});

describe('a commit that fails after the vendor has given new access', () => {
  test.each([
    ['was not done', {}],
    ['was done all the same', { afterCommit: true }],
  ])('and %s loses nothing: the next try picks it up', async (_, how) => {
    const id = await connect();
    const directory = newDirectory(failingCommits(1, how));
    await expect(directory.open(accountId, id)).rejects.toThrow('Connection terminated');
    expect(readdirSync(folder)).toEqual([`${id}.renewed.json`]);
    directory.forget(id);
    const channel = there(await directory.open(accountId, id));
    expect(vendor.isCurrent(channel.connection.credentials)).toBe(true);
    expect(vendor.renewals).toBe(1);
    await newDirectory().recoverAll();
    expect(readdirSync(folder)).toEqual([]);
    expect(await shown(id)).toMatchObject({ accessLost: false, attention: null });
  });

  test('what lies there is sealed', async () => {
    const id = await connect();
    await expect(newDirectory(failingCommits(1)).open(accountId, id)).rejects.toThrow();
    const text = readFileSync(path.join(folder, `${id}.renewed.json`), 'utf8');
    expect(text).not.toContain('refresh');
    await newDirectory().recoverAll();
  });

  test('a start picks up what the last run has left, even if another process has lost access meanwhile', async () => {
    const id = await connect();
    await expect(newDirectory(failingCommits(1)).open(accountId, id)).rejects.toThrow();
    // Another machine, which can't see the file, tries the old token.
    const adapters = { find: () => vendor.adapter, kinds: ['rotating'] };
    const elsewhere = createChannelDirectory(database, adapters, box);
    expect(there(await elsewhere.open(accountId, id)).accessLost).toBe(true);
    const keeper = createAccessRefresher({
      database,
      directory: newDirectory(),
      onTrouble: () => undefined,
      onError: () => undefined,
    });
    await keeper.runOnce();
    const channel = there(await newDirectory().open(accountId, id));
    expect(vendor.isCurrent(channel.connection.credentials)).toBe(true);
    expect(await shown(id)).toMatchObject({ accessLost: false, attention: null });
  });
});

describe('no answer', () => {
  test('once: the old access stays in use, and the next try is answered', async () => {
    const id = await connect();
    vendor.fail('silence');
    const directory = newDirectory();
    const channel = there(await directory.open(accountId, id));
    expect(await send(channel)).toMatchObject({ kind: 'sent' });
    await directory.open(accountId, id);
    expect(vendor.attempts).toBe(1);
    expect(await shown(id)).toMatchObject({ accessLost: false });
    expect((await shown(id)).attention).toBe('renewal_failing');
    expect(trouble).toEqual([]);
    const renewed = there(await newDirectory().open(accountId, id));
    expect(vendor.isCurrent(renewed.connection.credentials)).toBe(true);
    expect(await shown(id)).toMatchObject({ accessLost: false, attention: null });
  });

  test('however often: nothing is lost, and the owner hears of it', async () => {
    const id = await connect();
    vendor.fail(...Array.from({ length: 12 }, () => 'silence' as const), 'away', 'silence');
    const directory = newDirectory();
    for (let time = 0; time < 14; time += 1) expect(await directory.regain(accountId, id)).toBe(false);
    expect(await shown(id)).toMatchObject({ accessLost: false });
    expect(trouble).toEqual([[id, 'renewal_failing']]);
    expect(await send(there(await directory.open(accountId, id)))).toMatchObject({ kind: 'sent' });
    expect(await directory.regain(accountId, id)).toBe(true);
    expect(await shown(id)).toMatchObject({ accessLost: false, attention: null });
  });

  test('after the vendor had rotated the token: it is lost when the vendor says so', async () => {
    const id = await connect();
    vendor.fail('lost-answer');
    expect(there(await newDirectory().open(accountId, id)).accessLost).toBe(false);
    expect(there(await newDirectory().open(accountId, id)).accessLost).toBe(true);
    expect(trouble).toEqual([[id, 'lost']]);
  });
});

describe('access that is lost', () => {
  async function lose(): Promise<{ id: ChannelId; directory: ChannelDirectory }> {
    const id = await connect();
    vendor.fail('lost-answer');
    await newDirectory().open(accountId, id);
    const directory = newDirectory();
    expect(there(await directory.open(accountId, id)).accessLost).toBe(true);
    return { id, directory };
  }

  test('is neither renewed nor used until somebody connects again', async () => {
    const { id, directory } = await lose();
    const { attempts } = vendor;
    const channel = there(await directory.open(accountId, id));
    expect(await send(channel)).toMatchObject({
      kind: 'rejected',
      reason: 'credentials_rejected',
      retryable: false,
    });
    expect(await directory.renewed(accountId, id)).toBeNull();
    expect(there(await newDirectory().open(accountId, id)).accessLost).toBe(true);
    expect(await newDirectory().renewed(accountId, id)).toBeNull();
    expect({ attempts: vendor.attempts, sends: vendor.sends }).toEqual({ attempts, sends: 0 });
    expect((await shown(id)).attention).toBe('access_lost');
    // The channel's page shows what the vendor said.
    const view = channelView(await shown(id), '', database.now());
    expect(view).toMatchObject({
      attentionCode: 'access_lost',
      vendorMessage: 'invalid refresh token',
      health: { access: 'lost' },
    });

    const credentials = vendor.grant('A', {});
    await database.account(accountId, (transaction) =>
      replaceAccess(transaction, id, {
        credentials: directory.sealCredentials(id, credentials),
        accessLapsesAt: null,
        displayName: 'Shop',
        pictureUrl: null,
      }),
    );
    directory.forget(id);
    expect(await send(there(await directory.open(accountId, id)))).toMatchObject({ kind: 'sent' });
  });

  test('is regained with what is stored only if the vendor takes it', async () => {
    const { id, directory } = await lose();
    expect(await directory.regain(accountId, id)).toBe(false);
    expect(await shown(id)).toMatchObject({ accessLost: true });
    const good = await connect({});
    await database.system((transaction) =>
      transaction.run('update channels set access_lost = true where id = $1', [good]),
    );
    expect(await directory.regain(accountId, good)).toBe(true);
    expect(await shown(good)).toMatchObject({ accessLost: false });
    expect(await directory.regain(newId<AccountId>(), good)).toBe(false);
  });
});

test('no answer costs nothing where a token can be asked for at any time', async () => {
  const id = await connect({ dueAt: 0, lapsesAt: null });
  vendor.fail('silence', 'silence');
  const channel = there(await newDirectory().open(accountId, id));
  expect(channel).toMatchObject({ accessLost: false, credentialsVersion: 1 });
  expect(vendor.attempts).toBe(1);
});

describe('a vendor out of reach', () => {
  test('costs nothing: the old access stays in use, and the vendor is left alone for a while', async () => {
    const id = await connect();
    vendor.fail('away');
    const directory = newDirectory();
    for (let time = 0; time < 3; time += 1) {
      const channel = there(await directory.open(accountId, id));
      expect(await send(channel)).toMatchObject({ kind: 'sent' });
    }
    expect(vendor.attempts).toBe(1);
    expect(await shown(id)).toMatchObject({ accessLost: false });
  });

  test('while the old access is refused, what is sent may be tried again later', async () => {
    const id = await connect({});
    const directory = newDirectory();
    await directory.open(accountId, id);
    vendor.fail('away');
    const channel = there(await directory.renewed(accountId, id));
    expect(channel.credentialsVersion).toBe(1);
    expect(await send(channel)).toMatchObject({ kind: 'rejected', reason: 'vendor_error', retryable: true });
    expect(vendor.sends).toBe(0);
  });
});

test('credentials that somebody replaces while the old ones are renewed win', async () => {
  const id = await connect();
  const opening = Promise.withResolvers<void>();
  vendor.gate = opening.promise;
  const directory = newDirectory();
  const channel = directory.open(accountId, id);
  await expect.poll(() => vendor.attempts).toBe(1);
  const credentials = vendor.grant('replaced', {});
  await database.account(accountId, (transaction) =>
    replaceAccess(transaction, id, {
      credentials: directory.sealCredentials(id, credentials),
      accessLapsesAt: null,
      displayName: 'Shop',
      pictureUrl: null,
    }),
  );
  opening.resolve();
  expect(there(await channel).connection.credentials).toEqual(credentials);
  expect(there(await newDirectory().open(accountId, id)).connection.credentials).toEqual(credentials);
  expect(readdirSync(folder)).toEqual([]);
});

describe('the keeper', () => {
  const keeper = (directory: ChannelDirectory) =>
    createAccessRefresher({
      database,
      directory,
      onTrouble: (_account, id, what) => trouble.push([id, what]),
      onError: (error) => {
        throw error;
      },
    });

  test('renews ahead of time what is due, and nothing else', async () => {
    const due = await connect({ dueAt: 0 });
    const fresh = await connect({});
    await keeper(newDirectory()).runOnce();
    expect(vendor.attempts).toBe(1);
    expect(there(await newDirectory().find(accountId, due)).credentialsVersion).toBe(2);
    expect(there(await newDirectory().find(accountId, fresh)).credentialsVersion).toBe(1);
  });

  test('says once when access ends within a week, until it is renewed', async () => {
    const soon = await connect({ dueAt: Date.now() + DAY, lapsesAt: Date.now() + 6 * DAY });
    await connect({ lapsesAt: Date.now() + 8 * DAY });
    await keeper(newDirectory()).runOnce();
    await keeper(newDirectory()).runOnce();
    expect(trouble).toEqual([[soon, 'lapsing']]);
    expect((await shown(soon)).attention).toBe('access_lapsing');
    await newDirectory().renewed(accountId, soon);
    expect((await shown(soon)).attention).toBeNull();
  });
});
