import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../platform/crypto/secret-box.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createChannelDirectory } from './channel-directory.ts';
import { findQuotaDue, quotaLeft, storeQuota } from './quota.store.ts';
import { createQuotaRefresher } from './quota.ts';
import { createRotatingVendor, type RotatingVendor } from './testing/rotating-channel.fixture.ts';

const box = createSecretBox('a secret that is only used in tests');
const accountId = newId<AccountId>();
let testDatabase: TestDatabase;
let database: Database;
let vendor: RotatingVendor;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
});
beforeEach(async () => {
  vendor = createRotatingVendor();
  await database.system((transaction) => transaction.run('delete from channels'));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function addChannel(kind = 'rotating'): Promise<ChannelId> {
  const id = newId<ChannelId>();
  const credentials = box.seal(JSON.stringify(vendor.grant(id)), id);
  await database.account(accountId, (transaction) =>
    transaction.run(
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
       values ($1, $2, $3, 'Test', false, gen_random_uuid()::text, $4, 0)`,
      [accountId, id, kind, credentials],
    ),
  );
  return id;
}

/** As long ago as `ago` says, like "31 minutes". */
async function checked(id: ChannelId, limit: number | null, used: number, ago = '0 minutes'): Promise<void> {
  await database.account(accountId, async (transaction) => {
    await storeQuota(transaction, id, { limit, used });
    await transaction.run('update channels set quota_at = now() - $2::interval where id = $1', [id, ago]);
  });
}

interface Row {
  readonly state?: string;
  readonly paid?: boolean;
  readonly ago?: string | null;
}

/** A call of the outbox; `ago` null: not sent yet. */
const outgoing = (id: ChannelId, { state = 'sent', paid = true, ago = '0 minutes' }: Row = {}) =>
  database.account(accountId, (transaction) =>
    transaction.run(
      `insert into outbox (account_id, id, channel_id, conversation_id, message_id, recipient, messages, retry_key,
         state, next_attempt_at, paid, sent_at)
       values ($1, $2, $3, $2, $2, 'U', '[]', $2, $4, now(), $5, now() + interval '1 second' - $6::interval)`,
      [accountId, newId(), id, state, paid, ago],
    ),
  );

const left = (id: ChannelId, account = accountId) =>
  database.account(account, (transaction) => quotaLeft(transaction, id));
const due = async () =>
  (await database.system((transaction) => findQuotaDue(transaction, ['rotating'], [], 10))).map(
    ({ id }) => id,
  );

describe('what may still be sent', () => {
  test('the remaining quota is the vendor’s number minus the messages paid for since', async () => {
    const id = await addChannel();
    await checked(id, 100, 40);
    expect(await left(id)).toBe(60);
    await outgoing(id, { ago: '5 minutes' });
    expect(await left(id)).toBe(60);
    await outgoing(id);
    await outgoing(id, { paid: false });
    expect(await left(id)).toBe(59);
    await outgoing(id, { state: 'sending', ago: null });
    await outgoing(id, { state: 'failed', ago: null });
    expect(await left(id)).toBe(58);
  });

  test('the remaining quota is never negative', async () => {
    const id = await addChannel();
    await checked(id, 10, 12);
    expect(await left(id)).toBe(0);
  });

  test('the remaining quota is unknown without a limit, before the first request, after a long time, and to other accounts', async () => {
    const id = await addChannel();
    expect(await left(id)).toBeNull();
    await checked(id, null, 12);
    expect(await left(id)).toBeNull();
    await checked(id, 100, 12, '4 hours');
    expect(await left(id)).toBeNull();
    await checked(id, 100, 12);
    expect(await left(id, newId<AccountId>())).toBeNull();
  });
});

describe('who is asked again', () => {
  test('a channel that paid since, after half an hour', async () => {
    const id = await addChannel();
    expect(await due()).toEqual([]);
    await outgoing(id);
    expect(await due()).toEqual([id]);
    await checked(id, 100, 10, '29 minutes');
    expect(await due()).toEqual([]);
    await checked(id, 100, 10, '31 minutes');
    expect(await due()).toEqual([id]);
  });

  test('a channel is asked again after two minutes when less than a tenth is left', async () => {
    const id = await addChannel();
    await outgoing(id);
    await checked(id, 100, 91, '1 minute');
    expect(await due()).toEqual([]);
    await checked(id, 100, 90, '3 minutes');
    expect(await due()).toEqual([]);
    await checked(id, 100, 91, '3 minutes');
    expect(await due()).toEqual([id]);
  });

  test('one that has run out, so that a new month is seen although nothing goes out', async () => {
    const id = await addChannel();
    await checked(id, 100, 100, '31 minutes');
    expect(await due()).toEqual([id]);
  });

  test('a vendor without a quota is never asked', async () => {
    await outgoing(await addChannel('uncounted'));
    expect(await due()).toEqual([]);
  });
});

describe('the keeper', () => {
  const keeper = () => {
    const adapters = { find: () => vendor.adapter, kinds: ['rotating'] };
    const directory = createChannelDirectory(database, adapters, box);
    return createQuotaRefresher({ database, adapters, directory, onError: () => undefined });
  };

  test('asks once', async () => {
    const id = await addChannel();
    await outgoing(id, { ago: '1 minute' });
    vendor.quota = { limit: 500, used: 20 };
    const { runOnce } = keeper();
    await runOnce();
    await runOnce();
    expect(vendor.quotaReads).toBe(1);
    expect(await left(id)).toBe(480);
  });

  test('the worker does not ask a vendor that reports no quota', async () => {
    await outgoing(await addChannel());
    vendor.isDown = true;
    const { runOnce } = keeper();
    await runOnce();
    await runOnce();
    expect(vendor.quotaReads).toBe(1);
  });
});
