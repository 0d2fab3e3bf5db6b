import { createActionRule } from '@hanasu/contract/actions';
import { checkImport, runImport } from '@hanasu/contract/customer-imports';
import { exportCustomers, getCustomerTask, linkTaskFile } from '@hanasu/contract/customer-tasks';
import { changeCustomer, createCustomer, deleteCustomer, listCustomers } from '@hanasu/contract/customers';
import type { CustomerId, CustomerTaskId } from '@hanasu/contract/ids';
import { sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { addNote } from '@hanasu/contract/inbox-work';
import { createTag } from '@hanasu/contract/tags';
import { createWebHook, WEB_HOOK_EVENTS } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, messagesOf, say } from '../../testing/test-shop.ts';
import { tracesIn } from './testing/traces.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.register();
});
afterAll(() => server.stop());

const customers = async () => (await person.call(listCustomers)).items;
const erase = (uuid: CustomerId) => person.call(deleteCustomer, { params: { uuid } });

test('no column of the database knows an erased customer, but for the receipt with the bare id', async () => {
  const hook = await person.call(createWebHook, {
    body: { url: 'https://hooks.example/customers', events: [...WEB_HOOK_EVENTS] },
  });
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'hanako', 'Is parking free? I am quokkafriend');
  const { uuid: conversation } = await conversationOf(person, channel.uuid);
  await eventually('the answer', async () =>
    (await messagesOf(person, conversation)).some(({ sender }) => sender === 'bot'),
  );
  const params = { uuid: conversation };
  await person.call(setHandling, { params, body: { handling: 'operator' } });
  await person.call(sendOperatorMessage, { params, body: { text: 'Welcome, quokkafriend' } });
  await person.call(addNote, { params, body: { text: 'quokkafriend is a regular', mentions: [] } });
  const [customer] = await customers();
  const uuid = customer?.uuid as CustomerId;
  const tag = await person.call(createTag, { body: { name: 'VIP' } });
  await person.call(createActionRule, {
    body: {
      name: 'VIPs',
      trigger: { kind: 'tagged', tagUuid: tag.uuid },
      actions: [
        { kind: 'notify', userUuid: null, text: 'Look after them' },
        { kind: 'webHook', hookUuid: hook.uuid },
      ],
    },
  });
  await person.call(changeCustomer, {
    params: { uuid },
    body: {
      displayName: 'Quokkafriend',
      phones: ['+81 90 9999 0001'],
      emails: ['quokkafriend@example.com'],
      note: 'quokkafriend',
      addTags: [tag.uuid],
    },
  });
  await eventually('the rule', async () => {
    const [row] = await server.sql<{ done: number }>(
      `select count(*)::int as done from action_runs where customer_id = $1 and state = 'done'`,
      [uuid],
    );
    return row?.done === 2;
  });
  const friend = customer?.friends[0]?.uuid ?? '';
  const [{ externalId } = { externalId: '' }] = await server.sql<{ externalId: string }>(
    `select external_id as "externalId" from friends where id = $1`,
    [friend],
  );
  const ids = [uuid, friend, conversation, externalId];
  const words = ['quokkafriend', '+819099990001', ...ids];
  expect((await tracesIn(server, words)).length).toBeGreaterThan(10);

  await erase(uuid);

  expect(await tracesIn(server, words)).toEqual(['public.audit_events.target: 1']);
  expect(await customers()).toEqual([]);
});

test('questions that passages were found for go, whatever was made of their words; those of others stay', async () => {
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  const accountId = person.user.account.uuid;
  const hits = () =>
    server.sql<{ question: string; conversation: string | null }>(
      `select h.question, h.conversation_id as conversation from embedding_hits h
       join bot_knowledges b on b.account_id = h.account_id and b.bot_id = $1
       join embeddings e on e.account_id = h.account_id and e.id = h.embedding_id and e.knowledge_id = b.knowledge_id
       order by h.question`,
      [bot.uuid],
    );
  for (const friend of ['alex', 'hanako'] as const)
    await say(person, channel.uuid, friend, `Is parking free? ${friend}`);
  const talks = await eventually('both are answered', async () => {
    const found = await hits();
    return new Set(found.map(({ conversation }) => conversation)).size === 2 && found;
  });
  const [of] = await server.sql<{ customer: CustomerId; friend: string; conversation: string }>(
    `select f.customer_id as customer, f.id as friend, c.id as conversation
     from conversations c join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.id = $2`,
    [accountId, talks.find(({ question }) => question.endsWith('alex'))?.conversation],
  );
  await server.sql(
    `with spoken as (update embedding_hits set question = 'a of quokkafriend, in other words'
         where account_id = $1 and conversation_id = $2 returning *),
       party as (insert into conversations (account_id, id, origin, title, handling, last_message_at, is_group)
         values ($1, gen_random_uuid(), 'channel', 'Party', 'bot', now(), true) returning id),
       spoke as (insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations,
           delivery_state, friend_id)
         select $1, gen_random_uuid(), id, 'customer', 'text', 'May quokkafriend park?', '{}', '[]', 'none', $3
         from party)
     insert into embedding_hits (account_id, id, document_id, embedding_id, conversation_id, question)
     select account_id, gen_random_uuid(), document_id, embedding_id, place, words from spoken,
       lateral (select id, 'b in a group' from party union all select null, 'c of nobody knows where')
         as asked (place, words)`,
    [accountId, of?.conversation, of?.friend],
  );
  expect(new Set((await hits()).map(({ question }) => question[0]))).toEqual(new Set(['I', 'a', 'b', 'c']));

  await erase(of?.customer as CustomerId);

  expect(new Set((await hits()).map(({ question }) => question))).toEqual(
    new Set(['Is parking free? hanako']),
  );
});

test('what they write afterwards is of somebody new, of whom nothing is known', async () => {
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'minh', 'Hello');
  await conversationOf(person, channel.uuid);
  const [before] = await customers();
  await person.call(changeCustomer, {
    params: { uuid: before?.uuid as CustomerId },
    body: { note: 'Owes us money' },
  });
  await erase(before?.uuid as CustomerId);
  await say(person, channel.uuid, 'minh', 'Here again');
  const conversation = await conversationOf(person, channel.uuid);
  const [after] = await customers();
  expect(after).toMatchObject({ note: '', displayName: null });
  expect(after?.uuid).not.toBe(before?.uuid);
  const said = (await messagesOf(person, conversation.uuid)).filter(({ sender }) => sender === 'customer');
  expect(said.map(({ text }) => text)).toEqual(['Here again']);
});

test('customers beside them keep what is theirs', async () => {
  const { uuid } = await person.call(createCustomer, {
    body: { displayName: 'Beside', phones: ['+81 90 9999 0002'] },
  });
  const other = await person.call(createCustomer, { body: { displayName: 'Gone' } });
  await erase(other.uuid);
  const names = (await customers()).map((customer) => [customer.uuid, customer.name, customer.phones.length]);
  expect(names).toContainEqual([uuid, 'Beside', 1]);
  expect(names.map(([, name]) => name)).not.toContain('Gone');
});

test('files of imports and exports that may hold them go, and an import that waits is over', async () => {
  const { uuid } = await person.call(createCustomer, {
    body: { displayName: 'Wombatfriend', emails: ['wombatfriend@example.com'] },
  });
  const form = new FormData();
  form.set(
    'file',
    new Blob(['Name,Email\nWombatfriend,wombatfriend@example.com\nWombatfriend,x\n']),
    'wombatfriend.csv',
  );
  const upload = await person.raw('POST', '/api/customers/import', { body: form });
  const params = { uuid: (upload.body as { uuid: CustomerTaskId }).uuid };
  const until = (task: CustomerTaskId, state: string) =>
    eventually(`a task that is ${state}`, async () => {
      const found = await person.call(getCustomerTask, { params: { uuid: task } });
      return found.state === state;
    });
  await until(params.uuid, 'ready');
  await person.call(checkImport, { params, body: { columns: ['displayName', 'emails'] } });
  await until(params.uuid, 'checked');
  const exported = await person.call(exportCustomers, { body: { query: { q: 'wombatfriend' } } });
  await until(exported.uuid, 'done');
  const words = ['wombatfriend', uuid];
  expect((await tracesIn(server, words)).join()).toContain('customer_task');

  await erase(uuid);

  expect(await tracesIn(server, words)).toEqual(['public.audit_events.target: 1']);
  expect(await person.call(getCustomerTask, { params })).toMatchObject({
    state: 'failed',
    failure: 'erased',
  });
  expect(await person.refused(runImport, { params })).toMatchObject({ code: 'task_state' });
  const link = { params: { uuid: exported.uuid }, body: {} };
  expect(await person.refused(linkTaskFile, link)).toMatchObject({ code: 'task_state' });
});
