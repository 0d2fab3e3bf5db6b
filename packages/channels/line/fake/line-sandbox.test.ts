import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxAction, SandboxVendor } from '../../spec/sandbox.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../spec/testing/webhook-receiver.ts';
import { LineCredentials } from '../credentials.ts';
import { createLineChannel } from '../line.channel.ts';
import { startLineSandbox } from './line-sandbox.ts';

/** Of the width and height that its header says. */
const PNG = Buffer.alloc(33);
Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(PNG);
PNG.writeUInt32BE(800, 16);
PNG.writeUInt32BE(540, 20);

let sandbox: SandboxVendor;
let receiver: WebhookReceiver;
let credentials: LineCredentials;
beforeEach(async () => {
  sandbox = await startLineSandbox();
  receiver = await startWebhookReceiver();
  credentials = LineCredentials.parse(sandbox.addAccount('Try me'));
  await adapter().setWebhook({ credentials }, receiver.url);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const adapter = () => createLineChannel({ hosts: sandbox.hosts, now: Date.now });
const act = (action: SandboxAction) => sandbox.act(credentials, 'hanako', action);

function lastEvent() {
  const call = receiver.received.at(-1);
  const parsed = adapter().parseWebhook(call?.rawBody ?? Buffer.from(''));
  return parsed.kind === 'events' ? parsed.events[0] : undefined;
}

const ACTIONS: readonly [SandboxAction, object][] = [
  [
    { action: 'text', text: 'やあ' },
    { kind: 'message', content: { kind: 'text', text: 'やあ' } },
  ],
  [{ action: 'sticker' }, { content: { kind: 'sticker', data: { pictureUrl: expect.any(String) } } }],
  [{ action: 'image' }, { content: { kind: 'image' } }],
  [{ action: 'video' }, { content: { kind: 'video' } }],
  [{ action: 'audio' }, { content: { kind: 'audio' } }],
  [{ action: 'file' }, { content: { kind: 'file', text: 'hello.pdf' } }],
  [{ action: 'location' }, { content: { kind: 'location' } }],
  [{ action: 'postback', data: 'a=1', text: '選ぶ' }, { content: { kind: 'postback', text: 'a=1' } }],
  [{ action: 'follow' }, { kind: 'follow' }],
  [{ action: 'unfollow' }, { kind: 'unfollow' }],
];

describe('a friend', () => {
  it.each(ACTIONS)('does %j, and the webhook hears of it', async (action, what) => {
    expect(await act(action)).toEqual({ kind: 'delivered' });
    expect(lastEvent()?.what).toMatchObject(what);
    expect(sandbox.state(credentials, 'hanako').messages).toHaveLength(1);
  });
  it('sees what they tapped as their own words', async () => {
    await act({ action: 'postback', data: 'a=1', text: '選ぶ' });
    expect(sandbox.state(credentials, 'hanako').messages).toMatchObject([
      { from: 'friend', kind: 'text', text: '選ぶ' },
    ]);
  });
  it('takes back the newest message, not the newest tap or follow', async () => {
    await act({ action: 'text', text: 'first' });
    await act({ action: 'text', text: 'second' });
    await act({ action: 'follow' });
    await act({ action: 'postback', data: 'a=1', text: '選ぶ' });
    const [, second] = sandbox.state(credentials, 'hanako').messages;
    expect(await act({ action: 'unsend' })).toEqual({ kind: 'delivered' });
    expect(lastEvent()?.what).toEqual({ kind: 'unsend', vendorMessageId: second?.id });
    const left = sandbox.state(credentials, 'hanako').messages.map(({ text }) => text);
    expect(left).toEqual(['first', null, '選ぶ']);
    await act({ action: 'unsend' });
    expect(await act({ action: 'unsend' })).toMatchObject({ kind: 'refused' });
  });
});

describe('what a friend sends', () => {
  it.each([
    ['image', 'image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 0],
    ['video', 'video/mp4', Buffer.from('ftyp'), 4],
    ['audio', 'audio/mp4', Buffer.from('ftyp'), 4],
    ['file', 'application/pdf', Buffer.from('%PDF-'), 0],
  ] as const)('as %s is a real file of %s', async (action, contentType, mark, at) => {
    await act({ action });
    const { what } = lastEvent() ?? {};
    if (what?.kind !== 'message' || what.content.media?.from !== 'vendor') throw new Error('no media');
    const reference = what.content.media;
    let outcome = await adapter().fetchMedia?.({ credentials }, reference);
    if (outcome?.kind === 'pending') outcome = await adapter().fetchMedia?.({ credentials }, reference);
    if (outcome?.kind !== 'fetched') throw new Error(JSON.stringify(outcome));
    expect(outcome.contentType).toBe(contentType);
    const bytes = await buffer(outcome.body);
    expect(bytes.subarray(at, at + mark.length)).toEqual(mark);
    expect(bytes.length).toBeLessThan(5_000);
  });
});

describe('a restart', () => {
  it('keeps the chat and takes the account back under its own name, signed as before', async () => {
    await act({ action: 'text', text: 'before' });
    const next = await startLineSandbox();
    next.restore(sandbox.snapshot());
    next.restoreAccount(credentials, 'Try me', receiver.url);
    await sandbox.close();
    sandbox = next;
    await act({ action: 'image' });
    expect(sandbox.state(credentials, 'hanako').messages.map(({ kind }) => kind)).toEqual(['text', 'image']);
    const call = receiver.received.at(-1);
    const hmac = createHmac('sha256', credentials.channelSecret);
    const expected = hmac.update(call?.rawBody ?? '').digest('base64');
    expect(call?.headers['x-line-signature']).toBe(expected);
  });
});

describe('the menu of a friend', () => {
  const size = { width: 800, height: 540 };
  const area = { x: 0, y: 0, ...size, label: 'Other' };
  async function makeMenu(alias: string, other: string) {
    const { menus } = adapter();
    if (!menus) throw new Error('the channel has menus');
    const areas = [{ ...area, tap: { kind: 'switch', alias: other, data: 'tap' } as const }];
    const made = await menus.create(
      { credentials },
      { name: alias, chatBarText: alias, selected: true, size, areas },
    );
    if (made.kind !== 'made') throw new Error('the menu was not taken');
    await menus.setPicture({ credentials }, made.id, { bytes: PNG, contentType: 'image/png' });
    await menus.setAlias({ credentials }, alias, made.id);
    return made.id;
  }

  it('is shown with its picture, once, and changes when its tab is tapped', async () => {
    await act({ action: 'follow' });
    expect(sandbox.state(credentials, 'hanako').menu).toBeNull();
    const first = await makeMenu('a', 'b');
    const second = await makeMenu('b', 'a');
    await adapter().menus?.setDefault({ credentials }, first);
    expect(sandbox.state(credentials, 'hanako').menu).toEqual({
      id: first,
      text: 'a',
      open: true,
      ...size,
      picture: `data:image/png;base64,${PNG.toString('base64')}`,
      areas: [{ ...area, tap: { kind: 'switch', alias: 'b', data: 'tap' } }],
    });
    expect(sandbox.state(credentials, 'hanako', first).menu?.picture).toBeNull();
    expect(await act({ action: 'menu', alias: 'b', data: 'tap' })).toEqual({ kind: 'delivered' });
    expect(sandbox.state(credentials, 'hanako').menu?.id).toBe(second);
    expect(sandbox.state(credentials, 'minh').menu?.id).toBe(first);
    const sent = JSON.parse(receiver.received.at(-1)?.rawBody.toString() ?? '');
    expect(sent.events[0].postback).toEqual({
      data: 'tap',
      params: { newRichMenuAliasId: 'b', status: 'SUCCESS' },
    });
  });

  it('stays when the tab leads nowhere, and what is picked goes along', async () => {
    await act({ action: 'menu', alias: 'gone', data: 'tap' });
    const postbackOf = () =>
      JSON.parse(receiver.received.at(-1)?.rawBody.toString() ?? '').events[0].postback;
    expect(postbackOf().params.status).toBe('RICHMENU_ALIAS_ID_NOTFOUND');
    await act({ action: 'postback', data: 'tap', text: '', params: { date: '2026-05-01' } });
    expect(postbackOf()).toEqual({ data: 'tap', params: { date: '2026-05-01' } });
  });
});
