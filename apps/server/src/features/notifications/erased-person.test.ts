import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { SignedIn } from '../../testing/test-server.ts';
import { addMember } from '../../testing/test-team.ts';
import { connectionOf, untilBlocked } from '../../testing/until-blocked.ts';
import { type PrivacyFixture, startPrivacyFixture } from '../privacy/testing/privacy.fixture.ts';
import { insertNotifications } from './notifications.store.ts';

let fixture: PrivacyFixture;
beforeAll(async () => {
  fixture = await startPrivacyFixture();
});
afterAll(() => fixture.stop());

type Account = SignedIn['user']['account']['uuid'];

/** As whoever listed the account's people before one of them was erased; its transaction ends when `hold` does. */
const write = (
  accountId: Account,
  { user }: SignedIn,
  hold: (connection: number) => Promise<void> = async () => undefined,
) =>
  fixture.database.account(accountId, async (transaction) => {
    const thing = { event: 'waiting' as const, key: newId(), subject: 'Hanako', body: '', path: '/' };
    const written = await insertNotifications(transaction, [
      { userId: user.uuid, way: 'email', waitMinutes: 0, thing },
    ]);
    await hold(await connectionOf(transaction));
    return written.length;
  });

const kept = ({ user }: SignedIn) =>
  fixture.server.sql('select account_id from notifications where user_id = $1', [user.uuid]);

async function member(): Promise<{ account: Account; person: SignedIn }> {
  const owner = await fixture.server.register();
  const person = await addMember(fixture.server, owner, 'operator');
  return { account: owner.user.account.uuid, person };
}

async function makeDue(person: SignedIn): Promise<void> {
  await fixture.server.sql("update users set delete_at = now() - interval '1 minute' where id = $1", [
    person.user.uuid,
  ]);
}

test.each(['of others', 'of their own'])(
  'a notification that is being written in an account %s is erased with its person',
  async (which) => {
    const person = which === 'of others' ? (await member()).person : await fixture.server.register();
    const account = person.user.account.uuid;
    const [written, mayEnd] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const writing = write(account, person, (connection) => {
      written.resolve(connection);
      return mayEnd.promise;
    });
    const writer = await written.promise;
    await makeDue(person);
    const erasing = fixture.erase(person);
    await untilBlocked(fixture.server.sql, writer);
    mayEnd.resolve();
    expect(await writing).toBe(1);
    expect(await erasing).toEqual({ kind: 'erased' });
    expect(await kept(person)).toEqual([]);
  },
);

test('none is written for a person who has left an account while they are being erased', async () => {
  const { account, person } = await member();
  await makeDue(person);
  const late: Promise<number>[] = [];
  const afterStep = (step: string) => {
    if (step === 'left') late.push(write(account, person));
  };
  expect(await fixture.erase(person, { afterStep })).toEqual({ kind: 'erased' });
  expect(await Promise.all(late)).toEqual([0]);
  expect(await kept(person)).toEqual([]);
});
