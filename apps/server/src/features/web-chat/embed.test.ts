import { createHmac } from 'node:crypto';
import { UserView } from '@hanasu/contract/accounts';
import {
  type ChannelSettings,
  getChannelSettings,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import {
  DEFAULT_EMBED,
  type EmbedConfig,
  EmbedLook,
  getEmbedSetting,
  listEmbedSettings,
  rotateIdentitySecret,
  updateEmbedSetting,
} from '@hanasu/contract/embed';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { listConversations, sendOperatorMessage } from '@hanasu/contract/inbox';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { changeAccount, uploadLogo } from '@hanasu/contract/team';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot, addBotWithKnowledge } from '../../testing/test-shop.ts';

const SITE = 'https://shop.example';
let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
  owner = await server.register();
});
afterAll(() => server.stop());

let addresses = 0;
/** A browser on a site. */
const browser = (origin: string | null = SITE) => {
  addresses += 1;
  const from = { 'x-forwarded-for': `198.51.100.${addresses}`, ...(origin ? { origin } : {}) };
  return (
    method: string,
    botUuid: BotId,
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ) =>
    server.anonymous.raw(method, `/api/embed/${botUuid}/${path}`, {
      ...(body ? { body } : {}),
      headers: { ...from, ...headers },
    });
};

async function newEmbed(changes: Partial<EmbedConfig> = {}, showSources = true) {
  const { bot } = await addBotWithKnowledge(owner, { greeting: 'Welcome!', showSources });
  await owner.call(updateEmbedSetting, {
    body: { botUuid: bot.uuid, enabled: true, sites: [SITE, 'https://*.shop.example'], ...changes },
  });
  return bot.uuid;
}

const tokenOf = ({ body }: { readonly body: unknown }): string => (body as { visitor: string }).visitor;

test('the embedded chat is off until it is switched on, and off again at once', async () => {
  const { uuid: botUuid } = await addBot(owner);
  expect(await owner.call(getEmbedSetting, { query: { botUuid } })).toMatchObject({
    enabled: false,
    sites: [],
  });
  expect((await browser()('GET', botUuid, 'config')).status).toBe(404);
  await owner.call(updateEmbedSetting, { body: { botUuid, enabled: true, sites: [SITE] } });
  expect((await browser()('GET', botUuid, 'config')).status).toBe(200);
  expect((await server.anonymous.raw('GET', `/Bot/${botUuid}/chat_embed`)).status).toBe(200);
  await owner.call(updateEmbedSetting, { body: { botUuid, enabled: false } });
  expect((await browser()('GET', botUuid, 'config')).status).toBe(404);
  expect((await server.anonymous.raw('GET', `/Bot/${botUuid}/chat_embed`)).status).toBe(404);
});

test('visitors are greeted as the channel says: composed, in words, or not at all', async () => {
  const botUuid = await newEmbed({
    texts: { ...DEFAULT_EMBED.texts, ja: { title: '', greeting: 'ようこそ', placeholder: '' } },
  });
  const look = async () => EmbedLook.parse((await browser()('GET', botUuid, 'config')).body);
  const setting = () => owner.call(getEmbedSetting, { query: { botUuid } });
  const { channelUuid, channelGreeting } = await setting();
  if (!channelUuid) throw new Error('a bot on sites has no channel');
  expect(channelGreeting).toBeNull();
  expect(await look()).toMatchObject({
    texts: { en: { greeting: 'Welcome!' }, ja: { greeting: 'ようこそ' } },
    greetingBubbles: [],
  });
  const params = { uuid: channelUuid };
  const usual = await owner.call(getChannelSettings, { params });
  const greet = (greeting: ChannelSettings['greeting']) =>
    owner.call(updateChannelSettings, { params, body: { ...usual, greeting } });
  const card = {
    ...{ id: 'c', layout: 'text' as const, mediaUuid: null, title: 'Cakes', lead: '', text: '', details: [] },
    buttons: [{ label: 'More', action: { kind: 'message', text: 'Tell me about cakes' } }],
  } as const;
  await greet({
    from: 'own',
    text: 'not said',
    content: {
      ...EMPTY_CONTENT,
      bubbles: [
        { kind: 'text', id: 'a', text: 'Hello {{customer.name | "dear visitor"}}' },
        {
          kind: 'cards',
          id: 'b',
          altText: '',
          cards: [{ ...card, details: [], buttons: [...card.buttons] }],
          more: null,
        },
      ],
      quickReplies: [{ label: 'Book', text: 'I want to book' }],
    },
  });
  expect(await look()).toMatchObject({
    texts: { en: { greeting: 'Hello dear visitor' }, ja: { greeting: 'Hello dear visitor' } },
    greetingBubbles: [
      { kind: 'text', text: 'Hello dear visitor' },
      {
        kind: 'cards',
        cards: [{ title: 'Cakes', buttons: [{ label: 'More', text: 'Tell me about cakes' }] }],
      },
    ],
    suggestedQuestions: ['I want to book'],
  });
  expect((await setting()).channelGreeting?.bubbles).toHaveLength(2);
  await greet({ from: 'own', text: '', texts: { vi: 'Xin chào' }, content: null });
  expect((await look()).texts).toMatchObject({
    ...{ en: { greeting: 'Welcome!' }, ja: { greeting: 'ようこそ' }, vi: { greeting: 'Xin chào' } },
  });
  await greet({ from: 'none', text: '' });
  expect(await look()).toMatchObject({
    texts: { en: { greeting: '' }, ja: { greeting: '' } },
    greetingBubbles: [],
  });
});

test('a site that is not allowed is refused on every path, and gets no permission from the browser', async () => {
  const botUuid = await newEmbed();
  for (const origin of ['https://evil.example', 'http://shop.example', 'https://evilshop.example', 'null']) {
    const visit = browser(origin);
    for (const answer of [
      await visit('GET', botUuid, 'config'),
      await visit('POST', botUuid, 'session', { body: {} }),
      await visit('POST', botUuid, 'chat', { body: { message: 'Hello' } }),
      await visit('GET', botUuid, 'messages'),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'site_not_allowed' } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const preflight = await visit('OPTIONS', botUuid, 'chat', {
      headers: { 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  }
  const preflight = await browser('https://www.shop.example')('OPTIONS', botUuid, 'chat', {
    headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://www.shop.example');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-visitor');
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  // Nothing else of the API opens with it.
  const other = await server.anonymous.raw('GET', '/api/public/bots', { headers: { origin: SITE } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

test('the page for frames names the allowed sites and runs nothing but the widget', async () => {
  const botUuid = await newEmbed();
  const page = await server.anonymous.raw('GET', `/Bot/${botUuid}/chat_embed`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'self' https://shop.example https://*.shop.example");
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('x-frame-options')).toBeNull();
  expect(page.body).toContain(`<script src="/widget.js" data-bot="${botUuid}" data-page></script>`);
  const none = await server.anonymous.raw('GET', '/Bot/nothing/chat_embed');
  expect(none.status).toBe(404);
  expect(none.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
});

test('the chat and its page bear the name and the logo of the shop; a title that is set stands', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  const texts = { ...DEFAULT_EMBED.texts, ja: { title: '椿の受付', greeting: '', placeholder: '' } };
  await person.call(updateEmbedSetting, {
    body: { botUuid: bot.uuid, enabled: true, sites: [SITE], texts },
  });
  await person.call(changeAccount, { body: { name: 'Camellia & Sons' } });
  const png = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } }).png();
  const sent = await person.raw('POST', uploadLogo.path, { body: formOf('file', await png.toBuffer()) });
  const { logo } = UserView.parse(sent.body).account;
  expect((await browser()('GET', bot.uuid, 'config')).body).toMatchObject({
    logoUrl: logo?.url,
    texts: { en: { title: 'Camellia & Sons' }, ja: { title: '椿の受付' }, vi: { title: 'Camellia & Sons' } },
  });
  const titleIn = async (language: string) => {
    const page = await server.anonymous.raw('GET', `/Bot/${bot.uuid}/chat_embed?lang=${language}`);
    return /<html lang="(\w+)">.*<title>(.*)<\/title>/s.exec(String(page.body))?.slice(1);
  };
  expect(await titleIn('vi')).toEqual(['vi', 'Camellia &amp; Sons']);
  expect(await titleIn('ja')).toEqual(['ja', '椿の受付']);
  // Sites that isolate themselves show it, too.
  const picture = await server.anonymous.raw('GET', logo?.url ?? '');
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  await person.call(changeAccount, { body: { logo: null } });
  expect((await browser()('GET', bot.uuid, 'config')).body).toMatchObject({ logoUrl: null });
});

test('a visitor asks, comes back to the conversation, and nobody else does', async () => {
  const botUuid = await newEmbed();
  const visit = browser();
  const visitor = tokenOf(await visit('POST', botUuid, 'session', { body: {} }));
  const asked = await visit('POST', botUuid, 'chat', { body: { message: 'Is parking free?', visitor } });
  expect(asked.headers.get('access-control-allow-origin')).toBe(SITE);
  expect(asked.body).toMatchObject({ outcome: 'answered', message: { citations: [{ number: 1 }] } });
  const read = (token: string) => visit('GET', botUuid, 'messages', { headers: { 'x-visitor': token } });
  const { body } = await read(visitor);
  expect(body).toMatchObject({ busy: false, messages: [{ from: 'visitor' }, { from: 'bot' }] });
  expect(JSON.stringify(body)).not.toMatch(/usage|score|knowledgeUuid|embeddingUuid/);
  const nobody = { conversationUuid: null, busy: false, handling: 'bot', messages: [], quickReplies: [] };
  expect((await read('')).body).toEqual(nobody);
  expect((await read(`${visitor.split('.')[0]}.x`)).body).toEqual(nobody);
  // A token is good for one bot.
  const other = await newEmbed();
  const elsewhere = await visit('GET', other, 'messages', { headers: { 'x-visitor': visitor } });
  expect(elsewhere.body).toEqual(nobody);
  const { conversationUuid } = asked.body as { conversationUuid: string };
  const stolen = await browser()('POST', botUuid, 'chat', { body: { message: 'And?', conversationUuid } });
  expect(stolen.body).toMatchObject({ code: 'conversation_not_found' });
});

test('a bot that shows no sources names none to visitors, in the answer, in its stream and afterwards', async () => {
  const botUuid = await newEmbed({}, false);
  const visit = browser();
  const visitor = tokenOf(await visit('POST', botUuid, 'session', { body: {} }));
  const body = { message: 'Is parking free?', visitor };
  const asked = await visit('POST', botUuid, 'chat', { body, headers: { accept: 'application/json' } });
  const { message } = asked.body as { message: { text: string; citations: unknown[] } };
  expect(message.text).toBe('Parking is free for two hours.');
  expect(message.citations).toEqual([]);
  const headers = { 'x-visitor': visitor };
  const said = (await visit('GET', botUuid, 'messages', { headers })).body as { messages: unknown[] };
  expect(said.messages[1]).toMatchObject({ text: 'Parking is free for two hours.', citations: [] });
  const streamed = await visit('POST', botUuid, 'chat', { body, headers: { accept: 'text/event-stream' } });
  const parts = String(streamed.body)
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)));
  const last = parts.find(({ type }) => type === 'data-answer');
  expect(last.data.message).toMatchObject({ text: 'Parking is free for two hours.', citations: [] });
  expect(String(streamed.body)).not.toContain('Handbook');
});

test('a person who takes the conversation answers in it, and the bot stays out', async () => {
  const botUuid = await newEmbed();
  const visit = browser();
  const visitor = tokenOf(await visit('POST', botUuid, 'session', { body: {} }));
  const asked = await visit('POST', botUuid, 'chat', { body: { message: 'Is parking free?', visitor } });
  const { conversationUuid } = asked.body as { conversationUuid: ConversationId };
  const { items } = await owner.call(listConversations, { query: { origin: 'channel', pageSize: 100 } });
  expect(items.map(({ uuid }) => uuid)).toContain(conversationUuid);
  const params = { uuid: conversationUuid };
  await owner.call(sendOperatorMessage, { params, body: { text: 'Hello, it is me.' } });
  const body = { message: 'A person at last', visitor, conversationUuid };
  const written = await visit('POST', botUuid, 'chat', { body, headers: { accept: 'text/event-stream' } });
  expect(written.headers.get('content-type')).toContain('text/event-stream');
  expect(written.body).toContain('"outcome":"handed_over"');
  const { body: history } = await visit('GET', botUuid, 'messages', { headers: { 'x-visitor': visitor } });
  expect((history as { messages: object[] }).messages).toMatchObject([
    { from: 'visitor' },
    { from: 'bot' },
    { from: 'person', text: 'Hello, it is me.' },
    { from: 'visitor', text: 'A person at last' },
  ]);
  expect(history).toMatchObject({ busy: false });
});

test('a signed visitor is the same everywhere; a wrong signature is refused', async () => {
  const botUuid = await newEmbed();
  const wrong = await browser()('POST', botUuid, 'session', { body: { userId: '42', hash: 'a'.repeat(64) } });
  expect(wrong).toMatchObject({ status: 403, body: { code: 'identity_invalid' } });
  const { secret } = await owner.call(rotateIdentitySecret, { body: { botUuid } });
  const sign = (key: string, userId = '42') => createHmac('sha256', key).update(userId).digest('hex');
  const enter = (hash: string, userId = '42') =>
    browser()('POST', botUuid, 'session', { body: { userId, name: 'Hanako', hash } });
  const [one, two] = [await enter(sign(secret)), await enter(sign(secret).toUpperCase())];
  expect(one.body).toEqual(two.body);
  expect(one.body).toMatchObject({ identified: true });
  for (const hash of ['', 'zz', sign('another'), sign(secret, '43'), `${sign(secret)}00`])
    expect((await enter(hash)).body).toMatchObject({ code: 'identity_invalid' });
  const renewed = await owner.call(rotateIdentitySecret, { body: { botUuid } });
  expect((await enter(sign(secret))).body).toMatchObject({ code: 'identity_invalid' });
  expect((await enter(sign(renewed.secret))).body).toEqual(one.body);
  const [stored] = await server.sql<{ row: string }>(
    'select e::text as row from embed_settings e where bot_id = $1',
    [botUuid],
  );
  expect(stored?.row).not.toContain(renewed.secret);
  expect(stored?.row).not.toContain(Buffer.from(renewed.secret).toString('hex'));
});

test('where identity is required, nobody else gets in or writes', async () => {
  const botUuid = await newEmbed();
  const required = { botUuid, identityRequired: true };
  expect((await owner.refused(updateEmbedSetting, { body: required })).code).toBe('identity_secret_missing');
  const { secret } = await owner.call(rotateIdentitySecret, { body: { botUuid } });
  const anonymous = tokenOf(await browser()('POST', botUuid, 'session', { body: {} }));
  await owner.call(updateEmbedSetting, { body: required });
  expect((await browser()('POST', botUuid, 'session', { body: {} })).body).toMatchObject({
    code: 'identity_needed',
  });
  const question = { message: 'Is parking free?' };
  for (const body of [question, { ...question, visitor: anonymous }])
    expect((await browser()('POST', botUuid, 'chat', { body })).body).toMatchObject({
      code: 'identity_needed',
    });
  const hash = createHmac('sha256', secret).update('7').digest('hex');
  const visitor = tokenOf(await browser()('POST', botUuid, 'session', { body: { userId: '7', hash } }));
  expect((await browser()('POST', botUuid, 'chat', { body: { ...question, visitor } })).status).toBe(200);
});

test('caps by visitor and for everybody end with words and a waiting time', async () => {
  const botUuid = await newEmbed({ perVisitorPerDay: 2, perDay: 3 });
  const visitor = tokenOf(await browser()('POST', botUuid, 'session', { body: {} }));
  const ask = (body: object) => browser()('POST', botUuid, 'chat', { body: { message: 'Hello', ...body } });
  expect((await ask({ visitor })).status).toBe(200);
  expect((await ask({ visitor })).status).toBe(200);
  const capped = await ask({ visitor });
  expect(capped).toMatchObject({ status: 429, body: { code: 'chat_limit_reached' } });
  expect(Number(capped.headers.get('retry-after'))).toBeGreaterThan(80_000);
  expect(capped.headers.get('access-control-expose-headers')).toContain('retry-after');
  // What was refused did not count for everybody.
  expect((await ask({})).status).toBe(200);
  expect((await ask({})).status).toBe(429);
});

test('settings are those of the own bots; changes of access are in the log', async () => {
  const botUuid = await newEmbed();
  const stranger = await server.register();
  expect((await stranger.refused(getEmbedSetting, { query: { botUuid } })).code).toBe('not_found');
  expect((await stranger.refused(updateEmbedSetting, { body: { botUuid, enabled: false } })).code).toBe(
    'not_found',
  );
  expect((await stranger.refused(rotateIdentitySecret, { body: { botUuid } })).code).toBe('not_found');
  const texts = { title: 'お店', greeting: '', placeholder: '' };
  const empty = { title: '', greeting: '', placeholder: '' };
  await owner.call(updateEmbedSetting, { body: { botUuid, texts: { en: empty, ja: texts, vi: empty } } });
  const look = await browser()('GET', botUuid, 'config');
  expect(look.body).toMatchObject({
    texts: { ja: { title: 'お店', greeting: 'Welcome!' }, en: { title: owner.user.account.name } },
  });
  const { items } = await owner.call(listEmbedSettings, { query: { pageSize: 100 } });
  expect(items[0]).toMatchObject({ enabled: true });
  const log = await server.sql<{ action: string }>(
    `select action from audit_events where data->>'uuid' = $1 order by id`,
    [botUuid],
  );
  expect(log.map(({ action }) => action)).toEqual(['embed.changed']);
});
