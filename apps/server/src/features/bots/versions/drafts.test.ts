import {
  discardDraft,
  getBotVersion,
  listBotVersions,
  pauseBot,
  publishBot,
  rollBackBot,
} from '@hanasu/contract/bot-versions';
import { createBot, getBot, listBots, updateBot } from '@hanasu/contract/bots';
import { getChannel } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import type { BotId } from '@hanasu/contract/ids';
import { listConversations } from '@hanasu/contract/inbox';
import { deleteKnowledge } from '@hanasu/contract/knowledge';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  addBot,
  addBotWithKnowledge,
  addSandbox,
  conversationOf,
  messagesOf,
  say,
} from '../../../testing/test-shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const live = async (uuid: BotId) =>
  (
    await server.sql<{ name: string; instructions: string; settings: { tone: string }; version: number }>(
      'select name, instructions, settings, version from bots where id = $1',
      [uuid],
    )
  )[0];

const audited = async (person: SignedIn) =>
  (await person.call(listAudit, { query: { q: 'bot.' } })).items.map(({ action }) => action);

test('an edit stays in the draft until it is published', async () => {
  const person = await server.register();
  const bot = await addBot(person, { instructions: 'Be kind.' });
  expect(bot).toMatchObject({ state: 'live', version: 1, publishedAt: expect.any(String) });
  const params = { uuid: bot.uuid };

  const body = { name: 'Desk', instructions: 'Be brief.', settings: { tone: 'formal' as const } };
  const edited = await person.call(updateBot, { params, body });
  expect(edited).toMatchObject({ ...body, state: 'changed', version: 1, settings: { tone: 'formal' } });
  expect(await live(bot.uuid)).toMatchObject({ name: 'Clerk', instructions: 'Be kind.', version: 1 });
  expect((await person.call(listBots, { query: { q: 'Desk' } })).total).toBe(1);

  const published = await person.call(publishBot, { params, body: { note: 'Shorter' } });
  expect(published).toMatchObject({
    ...edited,
    state: 'live',
    version: 2,
    updatedAt: expect.any(String),
    publishedAt: expect.any(String),
  });
  expect(await live(bot.uuid)).toMatchObject({
    instructions: 'Be brief.',
    settings: { tone: 'formal' },
    version: 2,
  });
  expect((await person.refused(publishBot, { params, body: {} })).code).toBe('nothing_to_publish');
  expect(await audited(person)).toEqual(['bot.published']);
});

test('an edit that is taken back leaves nothing to publish; settings are merged by key', async () => {
  const person = await server.register();
  const bot = await addBot(person, { settings: { tone: 'playful', passages: 3 } });
  const params = { uuid: bot.uuid };
  const edited = await person.call(updateBot, { params, body: { settings: { passages: 5 } } });
  expect(edited.settings).toMatchObject({ tone: 'playful', passages: 5 });
  expect(edited.state).toBe('changed');
  const back = await person.call(updateBot, { params, body: { settings: { passages: 3 } } });
  expect(back.state).toBe('live');
});

test('a draft that was never published has no versions and keeps itself when discarded', async () => {
  const person = await server.register();
  const bot = await addBot(person, { draft: true, instructions: 'Wait.' });
  expect(bot).toMatchObject({ state: 'draft', version: 0, publishedAt: null });
  const params = { uuid: bot.uuid };
  expect((await person.call(listBotVersions, { params })).total).toBe(0);
  expect(await person.call(discardDraft, { params })).toMatchObject({
    state: 'draft',
    instructions: 'Wait.',
  });
  expect(await person.call(publishBot, { params, body: {} })).toMatchObject({ state: 'live', version: 1 });
});

test('a version goes back into the draft, without knowledge that is gone, and answers once published', async () => {
  const person = await server.register();
  const { bot, knowledge } = await addBotWithKnowledge(person, { instructions: 'One.' });
  const params = { uuid: bot.uuid };
  await person.call(updateBot, { params, body: { instructions: 'Two.', knowledgeUuids: [] } });
  await person.call(publishBot, { params, body: { note: 'Second' } });
  const { items } = await person.call(listBotVersions, { params });
  expect(items).toMatchObject([
    { number: 2, note: 'Second', author: { uuid: person.user.uuid } },
    { number: 1, note: '' },
  ]);
  const first = await person.call(getBotVersion, { params: { ...params, number: 1 } });
  expect(first.config).toMatchObject({ instructions: 'One.', knowledgeUuids: [knowledge.uuid] });

  await person.call(deleteKnowledge, { params: { uuid: knowledge.uuid } });
  const back = await person.call(rollBackBot, { params, body: { number: 1 } });
  expect(back).toMatchObject({ instructions: 'One.', knowledgeUuids: [], state: 'changed', version: 2 });
  expect(await live(bot.uuid)).toMatchObject({ instructions: 'Two.' });
  expect(await person.call(publishBot, { params, body: {} })).toMatchObject({ version: 3, state: 'live' });
  expect(await person.call(discardDraft, { params })).toMatchObject({ version: 3, instructions: 'One.' });
  expect((await person.refused(rollBackBot, { params, body: { number: 9 } })).code).toBe('not_found');
  expect(await audited(person)).toContain('bot.rolled_back');
});

test('knowledge that is deleted is gone from a draft that names it', async () => {
  const person = await server.register();
  const { bot, knowledge } = await addBotWithKnowledge(person, { knowledgeUuids: [] });
  const params = { uuid: bot.uuid };
  await person.call(updateBot, { params, body: { greeting: 'Hi', knowledgeUuids: [knowledge.uuid] } });
  await person.call(deleteKnowledge, { params: { uuid: knowledge.uuid } });
  expect((await person.call(getBot, { params })).knowledgeUuids).toEqual([]);
  const published = await person.call(publishBot, { params, body: {} });
  expect(published).toMatchObject({ greeting: 'Hi', knowledgeUuids: [] });
});

describe('at the same time', () => {
  test('of eight publications one makes the version, the others find nothing to do', async () => {
    const person = await server.register();
    const bot = await addBot(person);
    const params = { uuid: bot.uuid };
    await person.call(updateBot, { params, body: { greeting: 'Hello' } });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        person.call(publishBot, { params, body: {} }).then(
          () => 'published',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'published')).toHaveLength(1);
    expect((await person.call(getBot, { params })).version).toBe(2);
    expect((await person.call(listBotVersions, { params })).total).toBe(2);
  });

  test('changes of different fields are all kept, and one beside a publication is not lost', async () => {
    const person = await server.register();
    const bot = await addBot(person);
    const params = { uuid: bot.uuid };
    await Promise.all([
      person.call(updateBot, { params, body: { greeting: 'Hello' } }),
      person.call(updateBot, { params, body: { instructions: 'Be kind.' } }),
      person.call(updateBot, { params, body: { settings: { passages: 4 } } }),
      person.call(updateBot, { params, body: { settings: { tone: 'formal' } } }),
    ]);
    await Promise.all([
      person.call(publishBot, { params, body: {} }),
      person.call(updateBot, { params, body: { noAnswerReply: 'Call us.' } }),
    ]);
    const after = await person.call(getBot, { params });
    expect(after).toMatchObject({
      greeting: 'Hello',
      instructions: 'Be kind.',
      noAnswerReply: 'Call us.',
      settings: { passages: 4, tone: 'formal' },
    });
  });
});

test('pausing is a state of its own and written down once', async () => {
  const person = await server.register();
  const bot = await addBot(person);
  const params = { uuid: bot.uuid };
  const pause = (paused: boolean) => person.call(pauseBot, { params, body: { paused } });
  expect((await pause(true)).state).toBe('paused');
  expect((await pause(true)).state).toBe('paused');
  expect((await pause(false)).state).toBe('live');
  expect(await audited(person)).toEqual(['bot.resumed', 'bot.paused']);
});

test('a model that is not there is refused as fallback and as cheaper one, by its field', async () => {
  const person = await server.register();
  const bot = await addBot(person);
  for (const field of ['fallbackServiceUuid', 'cheaperServiceUuid'] as const) {
    const body = { settings: { [field]: 'no-such-model' } };
    const problem = await person.refused(updateBot, { params: { uuid: bot.uuid }, body });
    expect(problem).toMatchObject({
      code: 'service_unavailable_model',
      errors: [{ path: `body.settings.${field}` }],
    });
  }
});

test('a prompt of a megabyte is refused with its field or as too large', async () => {
  const person = await server.register();
  const bot = await addBot(person);
  const params = { uuid: bot.uuid };
  for (const length of [20_001, 1_000_000]) {
    const problem = await person.refused(updateBot, { params, body: { instructions: 'x'.repeat(length) } });
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.instructions' }] });
  }
  const huge = await person.refused(createBot, {
    body: { name: 'Clerk', serviceUuid: 'builtin-extractive', instructions: 'x'.repeat(2_000_000) },
  });
  expect(huge.code).toBe('body_too_large');
});

test('half a character does not fail, and a NUL is refused', async () => {
  const person = await server.register();
  const bot = await addBot(person);
  const params = { uuid: bot.uuid };
  const changed = await person.call(updateBot, { params, body: { instructions: 'Be kind \ud800.' } });
  expect(changed.instructions).toBe('Be kind \ufffd.');
  expect(await person.call(publishBot, { params, body: {} })).toMatchObject({ state: 'live' });
  const problem = await person.refused(updateBot, { params, body: { settings: { handoverWords: ['\0'] } } });
  expect(problem.code).toBe('validation_failed');
});

describe('who is answered by what', () => {
  test('customers by the published version, the editor by the draft, and nobody by what was never published', async () => {
    const person = await server.register();
    const { bot } = await addBotWithKnowledge(person, { showSources: false });
    const params = { uuid: bot.uuid };
    await person.call(updateBot, { params, body: { knowledgeUuids: [] } });
    const ask = async (draft: boolean) =>
      (await person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?', draft } })).outcome;
    expect([await ask(false), await ask(true)]).toEqual(['answered', 'not_found']);

    const unpublished = await addBot(person, { draft: true });
    const channel = await addSandbox(person, unpublished.uuid);
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    const waiting = await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
    const bots = (await messagesOf(person, waiting.uuid)).filter(({ outcome }) => outcome === 'answered');
    expect(bots).toEqual([]);
    expect(waiting.waitingReason).toBe('not_published');
    expect(await person.call(getChannel, { params: { uuid: channel.uuid } })).toMatchObject({
      answererState: 'not_published',
    });
    await person.call(publishBot, { params: { uuid: unpublished.uuid }, body: {} });
    expect(await person.call(getChannel, { params: { uuid: channel.uuid } })).toMatchObject({
      answererState: 'live',
    });
  });

  test('a paused bot leaves customers to a person, and goes on when it is resumed', async () => {
    const person = await server.register();
    const { bot } = await addBotWithKnowledge(person);
    await person.call(pauseBot, { params: { uuid: bot.uuid }, body: { paused: true } });
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    await conversationOf(person, channel.uuid, ({ handling }) => handling === 'waiting');
    await person.call(pauseBot, { params: { uuid: bot.uuid }, body: { paused: false } });
    await say(person, channel.uuid, 'minh', 'Is parking free?');
    await eventually('the second friend is answered', async () => {
      const { items } = await person.call(listConversations, { query: { channelUuid: channel.uuid } });
      const theirs = items.find(({ friend }) => friend?.name === 'Minh');
      const messages = theirs ? await messagesOf(person, theirs.uuid) : [];
      return messages.some(({ outcome }) => outcome === 'answered');
    });
  });

  test('a draft whose knowledge is gone still answers', async () => {
    const person = await server.register();
    const { bot, knowledge } = await addBotWithKnowledge(person, { knowledgeUuids: [] });
    const body = { knowledgeUuids: [knowledge.uuid] };
    await person.call(updateBot, { params: { uuid: bot.uuid }, body });
    await person.call(deleteKnowledge, { params: { uuid: knowledge.uuid } });
    const question = { botUuid: bot.uuid, message: 'Is parking free?', draft: true };
    expect((await person.call(chat, { body: question })).outcome).toBe('not_found');
  });
});

test('a stranger finds none of it', async () => {
  const person = await server.register();
  const stranger = await server.register();
  const params = { uuid: (await addBot(person)).uuid };
  const refusals = await Promise.all([
    stranger.refused(publishBot, { params, body: {} }),
    stranger.refused(discardDraft, { params }),
    stranger.refused(rollBackBot, { params, body: { number: 1 } }),
    stranger.refused(pauseBot, { params, body: { paused: true } }),
    stranger.refused(listBotVersions, { params }),
    stranger.refused(getBotVersion, { params: { ...params, number: 1 } }),
  ]);
  expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'not_found'));
  expect((await person.call(getBot, { params })).state).toBe('live');
});
