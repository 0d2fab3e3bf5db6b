import { getSimulator } from '@hanasu/contract/channels';
import { listEmbedMessages, updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId, ConversationId, ToolId } from '@hanasu/contract/ids';
import { getConversation } from '@hanasu/contract/inbox';
import { listAudit } from '@hanasu/contract/team';
import {
  decideToolConfirmation,
  listToolConfirmations,
  type ToolConfirmationView,
} from '@hanasu/contract/tool-confirmations';
import { changeTool, createTool, deleteTool, type ToolConfig } from '@hanasu/contract/tools';
import { VisitorAnswer } from '@hanasu/contract/visitors';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeSystem, startFakeSystem } from '../../testing/fake-system.ts';
import { LOOPBACK_HOSTS } from '../../testing/private-hosts.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, messagesOf, say } from '../../testing/test-shop.ts';

let providers: FakeProviders;
let system: FakeSystem;
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  [providers, system] = await Promise.all([startFakeProviders(), startFakeSystem()]);
  providers.behave('*', 'obey');
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS,
  });
  person = await server.register();
});
afterAll(async () => {
  await server.stop();
  await Promise.all([providers.close(), system.close()]);
});

type Confirmation = 'customer' | 'staff';
const config = (confirmation: Confirmation, path = '/echo-text'): ToolConfig => ({
  kind: 'http',
  method: 'POST',
  url: `${system.url}${path}`,
  parameters: [{ name: 'id', type: 'string', values: [], description: '', required: true, in: 'body' }],
  headers: [],
  body: '',
  timeoutSeconds: 1,
  mapping: [],
  confirmation,
});

interface Asked {
  readonly bot: BotId;
  readonly tool: ToolId;
  readonly conversation: ConversationId;
  readonly writes: (text: string) => Promise<unknown>;
  /** Texts of the bot, oldest first, once there are so many. */
  readonly answers: (count: number) => Promise<string[]>;
  readonly confirmation: (state?: ToolConfirmationView['state']) => Promise<ToolConfirmationView>;
}

const ORDER = 'Cancel my order, please. «CALL cancel_order {"id":"4711"}»';

/** A customer of a LINE channel whose bot has asked for consent. */
async function ask(confirmation: Confirmation, path?: string): Promise<Asked> {
  const bot = await addBot(person, { serviceUuid: 'openai-gpt-4o-mini' });
  const body = { name: 'cancel_order', description: 'Cancels', config: config(confirmation, path) };
  const tool = await person.call(createTool, { params: { uuid: bot.uuid }, body });
  const channel = await addSandbox(person, bot.uuid);
  system.calls.length = 0;
  const writes = (text: string) => say(person, channel.uuid, 'alex', text);
  await writes(ORDER);
  const { uuid } = await conversationOf(person, channel.uuid);
  const answers = (count: number) =>
    eventually(`${count} answers`, async () => {
      const said = (await messagesOf(person, uuid)).filter(({ sender }) => sender === 'bot');
      return said.length >= count && said.map(({ text }) => text);
    });
  await answers(1);
  const find = (state?: ToolConfirmationView['state']) =>
    eventually(`a confirmation that is ${state ?? 'there'}`, async () => {
      const { items } = await person.call(listToolConfirmations, { params: { uuid } });
      return items.find((one) => state === undefined || one.state === state);
    });
  return { bot: bot.uuid, tool: tool.uuid, conversation: uuid, writes, answers, confirmation: find };
}

const decide = ({ uuid, conversationUuid }: ToolConfirmationView, decision: 'approve' | 'decline') => ({
  params: { uuid: conversationUuid, confirmation: uuid },
  body: { decision },
});
const view = (uuid: ConversationId) => person.call(getConversation, { params: { uuid } });

describe('consent of the customer', () => {
  test('runs the stored call, once, and ends it', async () => {
    const asked = await ask('customer');
    const before = await asked.confirmation('pending');
    expect(before).toMatchObject({ tool: 'cancel_order', input: { id: '4711' }, confirmer: 'customer' });
    const minutes = (Date.parse(before.expiresAt) - Date.parse(before.createdAt)) / 60_000;
    expect(Math.round(minutes)).toBe(30);
    await asked.writes('Yes!');
    expect(await asked.confirmation('done')).toMatchObject({ output: expect.stringContaining('4711') });
    await asked.answers(2);
    expect(system.calls.map(({ body }) => body)).toEqual(['{"id":"4711"}']);
  });

  test('runs what was shown, whatever the conversation says since', async () => {
    const asked = await ask('customer');
    // Somebody with a hand in the stored texts changes nothing: the arguments are the row's.
    await server.sql(
      `update messages set text = replace(text, '"4711"', '"666"') where conversation_id = $1`,
      [asked.conversation],
    );
    await asked.writes('yes');
    await asked.confirmation('done');
    expect(system.calls.map(({ body }) => body)).toEqual(['{"id":"4711"}']);
  });

  test('to a call that may have been made before a crash does not repeat it: a person is called', async () => {
    const asked = await ask('customer');
    const { uuid } = await asked.confirmation('pending');
    // As a process leaves it that dies between the call and its result.
    await server.sql(`update tool_confirmations set state = 'running', started_at = now() where id = $1`, [
      uuid,
    ]);
    await asked.writes('yes');
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('not certain whether this was done: cancel order (id: 4711)');
    expect(system.calls).toEqual([]);
    expect(await asked.confirmation('unknown')).toMatchObject({ reason: 'interrupted' });
    expect(await view(asked.conversation)).toMatchObject({
      handling: 'waiting',
      waitingReason: 'tool_unclear',
    });
  });

  test('goes on after a crash before the call', async () => {
    const asked = await ask('customer');
    const { uuid } = await asked.confirmation('pending');
    await server.sql(`update tool_confirmations set state = 'confirmed' where id = $1`, [uuid]);
    await asked.writes('yes');
    await asked.confirmation('done');
    expect(system.calls).toHaveLength(1);
  });

  test('that came after half an hour does nothing, and says so', async () => {
    const asked = await ask('customer');
    const { uuid } = await asked.confirmation('pending');
    await server.sql(`update tool_confirmations set expires_at = now() where id = $1`, [uuid]);
    await asked.writes('yes');
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('The time to confirm is over');
    expect(system.calls).toEqual([]);
    await asked.confirmation('expired');
  });

  test('whose result is not known is not repeated either', async () => {
    const asked = await ask('customer', '/slow');
    await asked.writes('yes');
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('not certain');
    expect(await asked.confirmation('unknown')).toMatchObject({ reason: 'timeout' });
    expect(system.calls).toHaveLength(1);
  });

  test.each([
    [
      'changed',
      (tool: ToolId) => person.call(changeTool, { params: { uuid: tool }, body: { description: 'Now' } }),
    ],
    [
      'switched off',
      (tool: ToolId) => person.call(changeTool, { params: { uuid: tool }, body: { enabled: false } }),
    ],
    ['deleted', (tool: ToolId) => person.call(deleteTool, { params: { uuid: tool } })],
  ])('to a tool that was %s since does nothing, and says so', async (_, change) => {
    const asked = await ask('customer');
    await change(asked.tool);
    await asked.writes('yes');
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('was changed in the meantime');
    expect(await asked.confirmation('failed')).toMatchObject({ reason: 'tool_changed' });
    expect(system.calls).toEqual([]);
    expect(await view(asked.conversation)).toMatchObject({
      handling: 'waiting',
      waitingReason: 'tool_failed',
    });
  });

  test('given to another word is no consent', async () => {
    const asked = await ask('customer');
    await asked.writes('Which one is that?');
    await asked.confirmation('declined');
    expect(system.calls).toEqual([]);
  });
});

test('the question of consent has buttons on channels, and in the web chat', async () => {
  const asked = await ask('customer');
  const { channel } = await view(asked.conversation);
  if (!channel) throw new Error('there is no channel');
  const shown = await eventually('the phone shows the question', async () => {
    const { messages } = await person.call(getSimulator, { params: { uuid: channel.uuid, friend: 'alex' } });
    const last = JSON.stringify(messages.at(-1));
    return last.includes('Please confirm') && last;
  });
  expect(shown).toContain('"Yes"');
  expect(shown).toContain('"No"');
  await person.call(updateEmbedSetting, { body: { botUuid: asked.bot, enabled: true } });
  const visitor = await visitorOf(asked.bot);
  await visitor.writes(ORDER);
  const { quickReplies } = await visitor.reads();
  expect(quickReplies.map(({ text }) => text)).toEqual(['Yes', 'No']);
  system.calls.length = 0;
  await visitor.writes('Yes');
  expect(system.calls).toHaveLength(1);
  expect((await visitor.reads()).quickReplies.map(({ text }) => text)).not.toContain('Yes');
});

/** The browser of a visitor of a web site. */
async function visitorOf(bot: BotId) {
  const post = async (path: string, body: object): Promise<unknown> =>
    (await server.anonymous.raw('POST', `/api/embed/${bot}/${path}`, { body })).body;
  const { visitor } = (await post('session', {})) as { visitor: string };
  let conversationUuid: ConversationId | undefined;
  const reads = async () => {
    const headers = { 'x-visitor': visitor };
    const { body } = await server.anonymous.raw('GET', `/api/embed/${bot}/messages`, { headers });
    return listEmbedMessages.output.parse(body);
  };
  return {
    reads,
    async writes(message: string) {
      const answer = VisitorAnswer.parse(await post('chat', { message, visitor, conversationUuid }));
      conversationUuid = answer.conversationUuid;
      return { text: answer.message.text, conversation: answer.conversationUuid };
    },
  };
}

describe('approval by staff', () => {
  test('reaches a visitor of a web site, whose chat waits in the inbox', async () => {
    const { bot, tool } = await ask('customer');
    await person.call(changeTool, { params: { uuid: tool }, body: { config: config('staff') } });
    await person.call(updateEmbedSetting, { body: { botUuid: bot, enabled: true } });
    const visitor = await visitorOf(bot);
    const { text, conversation } = await visitor.writes(ORDER);
    expect(text).toContain('Our staff checks this');
    expect((await visitor.reads()).handling).toBe('waiting');
    const { items } = await person.call(listToolConfirmations, { params: { uuid: conversation } });
    system.calls.length = 0;
    for (const pending of items) await person.call(decideToolConfirmation, decide(pending, 'approve'));
    const count = await eventually('the visitor hears of it', async () => {
      const { messages, busy } = await visitor.reads();
      return !busy && messages.filter(({ from }) => from === 'bot').length === 2 && system.calls.length;
    });
    expect(count).toBe(1);
  });

  test('runs the call and tells the customer; the conversation waits until then', async () => {
    const asked = await ask('staff');
    const [notice] = await asked.answers(1);
    expect(notice).toContain('Our staff checks this');
    expect(notice).toContain('- id: 4711');
    expect(await view(asked.conversation)).toMatchObject({
      handling: 'waiting',
      waitingReason: 'tool_approval',
    });
    await asked.writes('yes');
    await asked.answers(2);
    expect(system.calls).toEqual([]);
    const pending = await asked.confirmation('pending');
    await person.call(decideToolConfirmation, decide(pending, 'approve'));
    const done = await asked.confirmation('done');
    expect(done.decidedBy?.name).toBe(person.user.username);
    await asked.answers(3);
    expect(system.calls.map(({ body }) => body)).toEqual(['{"id":"4711"}']);
    const thread = await messagesOf(person, asked.conversation);
    expect(thread.filter(({ kind }) => kind === 'event').map(({ data }) => data)).toEqual([
      { event: 'handed_over', reason: 'tool_approval' },
      { event: 'given_back', by: null, cause: 'approval' },
    ]);
    const last = thread.findLast(({ sender }) => sender === 'bot');
    expect(last?.toolCalls).toMatchObject([{ name: 'cancel_order', error: null }]);
    expect(await view(asked.conversation)).toMatchObject({ handling: 'bot', waitingReason: null });
    const { items } = await person.call(listAudit);
    expect(
      items.filter(({ action, data }) => action === 'tool_call.approved' && data.uuid === done.uuid),
    ).toHaveLength(1);
  });

  test('is asked for once, however often the customer asks', async () => {
    const asked = await ask('staff');
    await asked.writes(`Well? ${ORDER}`);
    const [, second] = await asked.answers(2);
    expect(second).not.toContain('Our staff checks this');
    const { items } = await person.call(listToolConfirmations, { params: { uuid: asked.conversation } });
    expect(items).toHaveLength(1);
  });

  test('counts once when two decide at the same time', async () => {
    const asked = await ask('staff');
    const pending = await asked.confirmation('pending');
    const path = `/api/user/conversation/${asked.conversation}/tool-confirmation/${pending.uuid}`;
    const decisions = ['approve', 'decline', 'approve', 'decline'].map((decision) =>
      person.raw('POST', path, { body: { decision } }),
    );
    const answers = await Promise.all(decisions);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'tool_confirmation_closed',
    });
    await asked.answers(2);
  });

  test('that is refused does nothing, and the customer hears so', async () => {
    const asked = await ask('staff');
    await person.call(decideToolConfirmation, decide(await asked.confirmation('pending'), 'decline'));
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('did not approve this: cancel order (id: 4711)');
    expect((await view(asked.conversation)).handling).toBe('bot');
    expect(system.calls).toEqual([]);
  });

  test('of a tool that was changed since does nothing', async () => {
    const asked = await ask('staff');
    await person.call(changeTool, { params: { uuid: asked.tool }, body: { enabled: false } });
    await person.call(decideToolConfirmation, decide(await asked.confirmation('pending'), 'approve'));
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('was changed in the meantime');
    expect(system.calls).toEqual([]);
  });

  test('that nobody gives in time ends, and the customer hears so', async () => {
    const asked = await ask('staff');
    const { uuid } = await asked.confirmation('pending');
    await server.sql(`update tool_confirmations set expires_at = now() where id = $1`, [uuid]);
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('This could not be checked in time');
    expect((await view(asked.conversation)).handling).toBe('waiting');
  });

  test('whose call a process left behind is not made again', async () => {
    const asked = await ask('staff');
    const { uuid } = await asked.confirmation('pending');
    await server.sql(
      `update tool_confirmations set state = 'running', started_at = now() - interval '2 minutes' where id = $1`,
      [uuid],
    );
    const [, answer] = await asked.answers(2);
    expect(answer).toContain('not certain');
    expect(system.calls).toEqual([]);
    expect(await view(asked.conversation)).toMatchObject({ waitingReason: 'tool_unclear' });
  });

  test('is not for people of another account', async () => {
    const asked = await ask('staff');
    const pending = await asked.confirmation('pending');
    const stranger = await server.register();
    const { code } = await stranger.refused(decideToolConfirmation, decide(pending, 'approve'));
    expect(code).toBe('not_found');
    const own = await ask('staff');
    const params = { uuid: own.conversation, confirmation: pending.uuid };
    const other = await person.refused(decideToolConfirmation, { params, body: { decision: 'approve' } });
    expect(other.code).toBe('not_found');
    expect(system.calls).toEqual([]);
  });
});
