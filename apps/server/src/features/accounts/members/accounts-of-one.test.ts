import { me } from '@hanasu/contract/accounts';
import { tokenHistory } from '@hanasu/contract/billing';
import { createBot, listBots } from '@hanasu/contract/bots';
import { changeAccount, createAccount, listAccounts, switchAccount } from '@hanasu/contract/team';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const open = (person: SignedIn, name: string) => person.call(createAccount, { body: { name } });
const goTo = (person: SignedIn, uuid: SignedIn['user']['account']['uuid']) =>
  person.call(switchAccount, { params: { uuid } });

test('a further account is owned by who makes it, has no free tokens, and gets the session', async () => {
  const person = await server.register();
  const view = await open(person, '二号店 🌸');
  expect(view).toMatchObject({ role: 'owner', account: { name: '二号店 🌸' } });
  expect((await person.call(me)).account).toEqual(view.account);
  expect((await person.call(tokenHistory)).balance).toBe(0);
  const { items } = await person.call(listAccounts);
  expect(items).toMatchObject([
    { uuid: person.user.account.uuid, role: 'owner', members: 1, current: false },
    { uuid: view.account.uuid, role: 'owner', members: 1, current: true },
  ]);
  await goTo(person, person.user.account.uuid);
  expect((await person.call(tokenHistory)).balance).toBeGreaterThan(0);
});

test('a session sees only the account it went to, at once; other sessions stay where they are', async () => {
  const person = await server.register();
  const elsewhere = await server.signIn(person);
  await person.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  const { account } = await open(person, 'Second');
  expect((await person.call(listBots)).total).toBe(0);
  expect((await elsewhere.call(listBots)).total).toBe(1);
  await goTo(person, person.user.account.uuid);
  expect((await person.call(listBots)).total).toBe(1);
  await goTo(elsewhere, account.uuid);
  expect((await elsewhere.call(listBots)).total).toBe(0);
});

test('the role is the one of the account the session is in', async () => {
  const owner = await server.register();
  const viewer = await addMember(server, owner, 'viewer');
  await open(viewer, 'My own');
  await viewer.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  await goTo(viewer, owner.user.account.uuid);
  const refusal = await viewer.refused(createBot, {
    body: { name: 'Clerk', serviceUuid: 'builtin-extractive' },
  });
  expect(refusal.code).toBe('forbidden');
});

test('an account one does not belong to is unknown', async () => {
  const [person, stranger] = [await server.register(), await server.register()];
  const params = { uuid: stranger.user.account.uuid };
  expect((await person.refused(switchAccount, { params })).code).toBe('not_found');
  expect((await person.call(me)).account.uuid).toBe(person.user.account.uuid);
});

test('one person owns 20 accounts at most, however many ask at once', async () => {
  const person = await server.register();
  const id = person.user.uuid;
  await server.sql(
    `with made as (insert into accounts (id, name) select gen_random_uuid(), 'Shop' from generate_series(1, 18)
       returning id) insert into memberships (tenant_id, user_id, role) select id, $1, 'owner' from made`,
    [id],
  );
  const answers = await Promise.all(
    [1, 2, 3].map(() => person.raw('POST', createAccount.path, { body: { name: 'One more' } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await person.refused(createAccount, { body: { name: 'More' } })).code).toBe('too_many_accounts');
});

test('name and time zone change for everybody; what is absent stays', async () => {
  const owner = await server.register();
  const viewer = await addMember(server, owner, 'viewer');
  await owner.call(changeAccount, { body: { name: '  Quán Bích  ' } });
  const view = await owner.call(changeAccount, { body: { timeZone: 'Asia/Ho_Chi_Minh' } });
  expect(view.account).toMatchObject({ name: 'Quán Bích', timeZone: 'Asia/Ho_Chi_Minh' });
  expect((await viewer.call(me)).account).toEqual(view.account);
  expect((await viewer.refused(changeAccount, { body: { name: 'Mine' } })).code).toBe('forbidden');
});
