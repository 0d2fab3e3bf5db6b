import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createActionRule } from '@hanasu/contract/actions';
import { getChannelSettings, updateChannelSettings } from '@hanasu/contract/channel-settings';
import { actAsSimulatorFriend, createSandboxChannel, getSimulator } from '@hanasu/contract/channels';
import { createForm, publishForm } from '@hanasu/contract/forms';
import type { ChannelId, MediaId } from '@hanasu/contract/ids';
import { sendOperatorMessage } from '@hanasu/contract/inbox';
import { createCannedReply, listCannedReplies } from '@hanasu/contract/inbox-work';
import { MediaView, uploadMedia } from '@hanasu/contract/media';
import type { Bubble, MessageContent } from '@hanasu/contract/message-content';
import * as contract from '@hanasu/contract/message-templates';
import { createRichMessage, deleteRichMessage } from '@hanasu/contract/rich-messages';
import { createTag } from '@hanasu/contract/tags';
import { changeAccount } from '@hanasu/contract/team';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOOPBACK_HOSTS } from '../../testing/private-hosts.ts';
import { eventually, formOf, type SignedIn } from '../../testing/test-server.ts';
import { addBot, conversationOf, messagesOf, say } from '../../testing/test-shop.ts';
import { type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';

let stage: Stage;
let owner: SignedIn;
let site: Server;
let siteUrl = '';
const pages = new Map<string, { type: string; body: string | Buffer }>();

beforeAll(async () => {
  stage = await setStage({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS });
  owner = stage.owner;
  site = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.close();
  await stage.close();
});

const picture = (width = 1_600, height = 1_200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

async function upload(bytes: Buffer, name = 'tea.png'): Promise<MediaId> {
  const { status, body } = await owner.raw('POST', uploadMedia.path, { body: formOf('file', bytes, name) });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return MediaView.parse(body).uuid;
}

const contentOf = (bubbles: readonly Bubble[], more: Partial<MessageContent> = {}): MessageContent => ({
  bubbles: [...bubbles],
  quickReplies: [],
  sender: null,
  variants: {},
  ...more,
});
const text = (said: string, id = 'a'): Bubble => ({ kind: 'text', id, text: said });
const cardsOf = (mediaUuid: MediaId | null): Bubble => ({
  kind: 'cards',
  id: 'c',
  altText: '',
  cards: [
    {
      id: 'c1',
      layout: 'product',
      mediaUuid,
      title: 'Sencha',
      lead: '¥800',
      text: 'For {{customer.name | "you"}}',
      details: [{ label: 'Weight', text: '100 g' }],
      buttons: [
        { label: 'Buy', action: { kind: 'link', url: 'https://example.com/sencha' } },
        { label: 'Ask', action: { kind: 'message', text: 'Tell me about sencha' } },
      ],
    },
    {
      id: 'c2',
      layout: 'text',
      mediaUuid: null,
      title: 'Hojicha',
      lead: '',
      text: '',
      details: [],
      buttons: [],
    },
  ],
  more: { label: 'All teas', url: 'https://example.com/teas' },
});
const named = () => crypto.randomUUID();
const create = (content: MessageContent, name = named()) =>
  owner.call(contract.createMessageTemplate, { body: { name, content } });

async function sandbox(kind = 'line') {
  const bot = await addBot(owner);
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Counter', kind, botUuid: bot.uuid },
  });
  return { bot, channel };
}
const phone = async (channel: ChannelId) =>
  (await owner.call(getSimulator, { params: { uuid: channel, friend: 'hanako' }, query: {} })).messages;

test('a template keeps its versions, and a change made from an old one is refused', async () => {
  const { uuid, version } = await create(contentOf([text('One')]));
  const params = { uuid };
  expect(version).toBe(1);
  const changed = await owner.call(contract.changeMessageTemplate, {
    params,
    body: { content: contentOf([text('Two')]), version: 1 },
  });
  expect(changed).toMatchObject({ version: 2, content: { bubbles: [{ text: 'Two' }] } });
  const late = await owner.raw('PATCH', `/api/message-template/${uuid}`, {
    body: JSON.stringify({ content: contentOf([text('Three')]), version: 1 }),
    headers: { 'content-type': 'application/json' },
  });
  expect(late).toMatchObject({ status: 409, body: { code: 'message_template_changed' } });
  const { items } = await owner.call(contract.listMessageTemplateVersions, { params, query: {} });
  expect(items.map((one) => [one.version, one.content.bubbles[0]])).toEqual([
    [2, text('Two')],
    [1, text('One')],
  ]);
  await owner.call(contract.deleteMessageTemplate, { params });
  expect((await owner.raw('GET', `/api/message-template/${uuid}`)).status).toBe(404);
});

test('each thing that keeps a message from being sent is named with its place', async () => {
  const pdf = await upload(Buffer.from('%PDF-1.7\n%%EOF\n'), 'offer.pdf');
  const gone = crypto.randomUUID() as MediaId;
  const { problems } = await create(
    contentOf(
      [
        text('  ', 'a'),
        text('{{customer.shoe size}} and {{customer.name', 'b'),
        { kind: 'image', id: 'c', mediaUuid: pdf },
        { kind: 'video', id: 'd', mediaUuid: gone },
        {
          kind: 'cards',
          id: 'e',
          altText: '',
          more: null,
          cards: [
            {
              id: 'e1',
              layout: 'product',
              mediaUuid: null,
              title: '',
              lead: '',
              text: '',
              details: [],
              buttons: [{ label: '', action: null }],
            },
          ],
        },
      ],
      { variants: { line: [{ kind: 'native', id: 'n', altText: 'x', json: '{"type":' }] } },
    ),
  );
  const found = problems.map(({ reason, bubbleId, cardId, channel }) => [reason, bubbleId, cardId, channel]);
  expect(found).toEqual([
    ['no_text', 'a', null, null],
    ['variable_unknown', 'b', null, null],
    ['variable_broken', 'b', null, null],
    ['media_wrong', 'c', null, null],
    ['media_gone', 'd', null, null],
    ['card_empty', 'e', 'e1', null],
    ['no_label', 'e', 'e1', null],
    ['no_action', 'e', 'e1', null],
    ['native_wrong', 'n', null, 'line'],
  ]);
});

test('a preview shows every kind of channel its own messages and names values that the reader lacks', async () => {
  const { channel } = await sandbox();
  await say(owner, channel.uuid, 'hanako', 'Hello');
  const { uuid: conversationUuid } = await conversationOf(owner, channel.uuid);
  const content = contentOf([text('{{customer.name}} {{customer.phone}} {{customer.email | "-"}}')]);
  const { channels, missing, problems } = await eventually('the name is fetched', async () => {
    const found = await owner.call(contract.previewMessageContent, { body: { content, conversationUuid } });
    return found.missing.includes('customer.name') ? undefined : found;
  });
  expect(channels.map(({ kind }) => kind).sort()).toEqual(['line', 'telegram', 'web', 'zalo']);
  const [line] = channels.filter(({ kind }) => kind === 'line');
  expect(line?.messages[0]).toMatchObject({ type: 'text', text: expect.stringMatching(/^.+ +-$/) });
  expect(missing).toEqual(['customer.phone']);
  expect(problems).toEqual([]);
  const examples = await owner.call(contract.previewMessageContent, { body: { content } });
  expect(examples.missing).toEqual([]);
  const { customerUuid } = await conversationOf(owner, channel.uuid);
  if (!customerUuid) throw new Error('the conversation has no customer');
  const ofCustomer = await owner.call(contract.previewMessageContent, { body: { content, customerUuid } });
  expect(ofCustomer.missing).toEqual(['customer.phone']);
});

test('an operator sends a composed message: the phone has its parts, the thread its bubbles', async () => {
  await owner.call(changeAccount, { body: { color: '#7a1f3d' } });
  const { channel } = await sandbox();
  await say(owner, channel.uuid, 'hanako', 'Hello');
  const { uuid } = await conversationOf(owner, channel.uuid);
  const mediaUuid = await upload(await picture());
  const form = await owner.call(createForm, { body: { name: named(), template: 'contact' } });
  await owner.call(publishForm, { params: { uuid: form.uuid } });
  const content = contentOf(
    [
      text('Dear {{customer.name | "customer"}}'),
      { kind: 'image', id: 'b', mediaUuid },
      cardsOf(mediaUuid),
      { kind: 'form', id: 'd', formUuid: form.uuid },
    ],
    { quickReplies: [{ label: 'Thanks', text: '' }], sender: { name: 'Sakura', iconMediaUuid: null } },
  );
  const sent = await owner.call(sendOperatorMessage, { params: { uuid }, body: { content } });
  expect(sent.bubbles.map(({ kind }) => kind)).toEqual(['text', 'image', 'cards', 'link']);
  expect(sent.bubbles[2]).toMatchObject({ color: '#7a1f3d' });
  expect(sent.text).toContain('Sencha');
  const arrived = await eventually('it arrived', async () => {
    const messages = (await phone(channel.uuid)).filter(({ from }) => from === 'account');
    return messages.length >= 4 && messages;
  });
  const payloads = JSON.stringify(arrived);
  expect(payloads).toContain('"type":"image"');
  expect(payloads).toContain('Sakura');
  expect(payloads).toContain('Thanks');
  expect(payloads).toContain('"color":"#7a1f3d"');
  expect(payloads).toContain(`/form/${form.slug}`);
  const image = sent.bubbles[1];
  const shown = image && 'path' in image ? await owner.raw('GET', image.path) : null;
  expect(shown?.status).toBe(200);
});

const richMessage = () =>
  owner.call(createRichMessage, {
    body: {
      name: named(),
      definition: {
        height: 1_040,
        picture: {
          kind: 'composed',
          background: '#ffffff',
          fileUuid: null,
          line: null,
          font: 'sans',
          cells: [],
        },
        altText: 'Autumn',
        areas: [],
        video: null,
      },
    },
  });

test('a rich message goes out as a bubble; one that was deleted is named as missing', async () => {
  const rich = await richMessage();
  const bubbles: Bubble[] = [{ kind: 'rich-message', id: 'r', richMessageUuid: rich.uuid }];
  const { channel } = await sandbox();
  await say(owner, channel.uuid, 'hanako', 'Hello');
  const { uuid } = await conversationOf(owner, channel.uuid);
  const sent = await owner.call(sendOperatorMessage, {
    params: { uuid },
    body: { content: contentOf(bubbles) },
  });
  expect(sent.bubbles).toMatchObject([{ kind: 'rich-message', altText: 'Autumn' }]);
  await owner.call(deleteRichMessage, { params: { uuid: rich.uuid } });
  const { problems } = await create(contentOf(bubbles));
  expect(problems.map(({ reason }) => reason)).toEqual(['rich_message_missing']);
});

test('a message that lacks something is not sent, and what was composed is kept by its writer', async () => {
  const { channel } = await sandbox();
  await say(owner, channel.uuid, 'hanako', 'Hello');
  const { uuid } = await conversationOf(owner, channel.uuid);
  const refused = await owner.raw('POST', `/api/user/conversation/${uuid}/message`, {
    body: JSON.stringify({ content: contentOf([{ kind: 'image', id: 'a', mediaUuid: null }]) }),
    headers: { 'content-type': 'application/json' },
  });
  expect(refused).toMatchObject({ status: 422, body: { code: 'message_not_ready' } });
});

test('a keyword reply and a greeting are composed messages; without anything to say a person is called', async () => {
  const { channel } = await sandbox();
  const params = { uuid: channel.uuid };
  const settings = await owner.call(getChannelSettings, { params });
  const rich = await richMessage();
  const keyword = (words: string, content: MessageContent) => ({
    id: crypto.randomUUID(),
    enabled: true,
    match: 'exact' as const,
    words: [words],
    reply: '',
    content,
    wantsPerson: false,
  });
  await owner.call(updateChannelSettings, {
    params,
    body: {
      ...settings,
      greeting: {
        from: 'own',
        text: '',
        content: contentOf([text('Welcome, {{customer.name | "friend"}}'), cardsOf(null)]),
      },
      keywords: [
        keyword('menu', contentOf([text('Our teas'), cardsOf(null)])),
        keyword('gone', contentOf([{ kind: 'rich-message', id: 'r', richMessageUuid: rich.uuid }])),
      ],
    },
  });
  await owner.call(deleteRichMessage, { params: { uuid: rich.uuid } });
  await owner.call(actAsSimulatorFriend, {
    params: { uuid: channel.uuid, friend: 'hanako' },
    body: { action: 'follow' },
  });
  await eventually('the greeting arrived', async () =>
    JSON.stringify(await phone(channel.uuid)).includes('Welcome, '),
  );
  await say(owner, channel.uuid, 'hanako', 'menu');
  await eventually('the reply arrived', async () =>
    JSON.stringify(await phone(channel.uuid)).includes('Our teas'),
  );
  await say(owner, channel.uuid, 'hanako', 'gone');
  const waiting = await conversationOf(owner, channel.uuid, ({ handling }) => handling === 'waiting');
  const said = await messagesOf(owner, waiting.uuid);
  expect(said.filter(({ bubbles }) => bubbles.length > 0).map(({ bubbles }) => bubbles.length)).toEqual([
    2, 2,
  ]);
});

test('what goes out by itself is not saved unfinished, and what has gone since keeps nothing from being saved', async () => {
  const { channel } = await sandbox();
  const params = { uuid: channel.uuid };
  const usual = await owner.call(getChannelSettings, { params });
  const unfinished = contentOf([text('Hello'), { kind: 'image', id: 'b', mediaUuid: null }]);
  const greet = (content: MessageContent) => ({
    ...usual,
    greeting: { from: 'own' as const, text: '', content },
  });
  expect(await owner.refused(updateChannelSettings, { params, body: greet(unfinished) })).toMatchObject({
    code: 'message_not_ready',
    errors: [{ path: 'body.greeting.content', message: expect.stringContaining('no_media') }],
  });
  const canned = { shortcut: named().slice(0, 8), title: 'Sketch', text: 'Sketch' };
  expect(await owner.refused(createCannedReply, { body: { ...canned, content: unfinished } })).toMatchObject({
    code: 'message_not_ready',
    errors: [{ path: 'body.content' }],
  });
  const rich = await richMessage();
  const whole = greet(contentOf([{ kind: 'rich-message', id: 'r', richMessageUuid: rich.uuid }]));
  await owner.call(updateChannelSettings, { params, body: whole });
  await owner.call(deleteRichMessage, { params: { uuid: rich.uuid } });
  expect(
    await owner.call(updateChannelSettings, { params, body: { ...whole, batchingDelay: 3_000 } }),
  ).toMatchObject({ greeting: whole.greeting });
});

test('a rule sends a template, and says what the template lacks', async () => {
  const { channel } = await sandbox();
  const tag = await owner.call(createTag, { body: { name: named() } as never });
  const template = await create(contentOf([text('Thank you for joining us')]));
  const rule = await owner.call(createActionRule, {
    body: {
      name: named(),
      trigger: { kind: 'message', channelUuid: channel.uuid },
      actions: [
        { kind: 'tag', tagUuid: tag.uuid },
        { kind: 'sendMessage', templateUuid: template.uuid },
      ],
    },
  });
  expect(rule.problems).toEqual([]);
  await say(owner, channel.uuid, 'hanako', 'Hello');
  await eventually('the template arrived', async () =>
    JSON.stringify(await phone(channel.uuid)).includes('Thank you for joining us'),
  );
  await owner.call(contract.changeMessageTemplate, {
    params: { uuid: template.uuid },
    body: { content: contentOf([]), version: 1 },
  });
  const refused = await owner.raw('POST', '/api/action-rule', {
    body: JSON.stringify({
      name: named(),
      trigger: { kind: 'created' },
      actions: [{ kind: 'sendMessage', templateUuid: template.uuid }],
    }),
    headers: { 'content-type': 'application/json' },
  });
  expect(JSON.stringify(refused.body)).toContain('lacks something');
});

test('a visitor gets a composed keyword reply with its bubbles', async () => {
  const canned = await owner.call(createCannedReply, {
    body: { shortcut: 'tea', title: 'Tea', text: 'Teas', content: contentOf([cardsOf(null)]) },
  });
  expect(canned.content?.bubbles).toHaveLength(1);
  const { items } = await owner.call(listCannedReplies, { query: {} });
  expect(items.find(({ uuid }) => uuid === canned.uuid)?.content).toEqual(canned.content);
});

test('rows for cards come from tables and feeds, and their pictures are fetched behind the guard', async () => {
  const read = async (url: string) => owner.call(contract.readFeedRows, { body: { url: siteUrl + url } });
  pages.set('/menu.csv', { type: 'text/csv', body: 'name,price\nTea,500\nCake,"1,200"\n' });
  pages.set('/feed.xml', {
    type: 'application/rss+xml',
    body: `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Shop</title>
      <item><title>Sencha</title><link>https://example.com/sencha</link><description><![CDATA[<p>Green &amp; fresh</p>]]></description>
      <enclosure url="https://example.com/sencha.jpg" type="image/jpeg" length="1"/></item></channel></rss>`,
  });
  pages.set('/bomb.xml', { type: 'text/xml', body: '<!DOCTYPE a [<!ENTITY b "x">]><rss><channel/></rss>' });
  pages.set('/tea.png', { type: 'image/png', body: await picture(60, 40) });
  expect(await read('/menu.csv')).toEqual({
    columns: ['name', 'price'],
    rows: [
      ['Tea', '500'],
      ['Cake', '1,200'],
    ],
    isCut: false,
  });
  expect(await read('/feed.xml')).toEqual({
    columns: ['title', 'description', 'link', 'image'],
    rows: [['Sencha', 'Green & fresh', 'https://example.com/sencha', 'https://example.com/sencha.jpg']],
    isCut: false,
  });
  for (const url of ['/bomb.xml', '/none.csv']) {
    const refused = await owner.raw('POST', '/api/message-content/feed-rows', {
      body: JSON.stringify({ url: siteUrl + url }),
      headers: { 'content-type': 'application/json' },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'feed_unreadable' } });
  }
  const media = await owner.call(contract.importMediaFromUrl, { body: { url: `${siteUrl}/tea.png` } });
  expect(media).toMatchObject({ state: 'stored', contentType: 'image/png' });
});
