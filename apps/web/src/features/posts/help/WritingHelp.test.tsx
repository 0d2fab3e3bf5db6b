// @vitest-environment jsdom

import type { ServerResponse } from 'node:http';
import { DocumentId, KnowledgeId, PostId } from '@hanasu/contract/ids';
import type { PostHelp } from '@hanasu/contract/post-help';
import type { ServiceView } from '@hanasu/contract/services';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { afterEach, describe, expect, test } from 'vitest';
import { problem, sendJson } from '../../../testing/test-server.ts';
import { MEDIA, openPosts, POST } from '../testing/open-posts.tsx';
import { readWriting } from './use-help-run.ts';

const service = (more: Partial<ServiceView>): ServiceView => ({
  ...{ uuid: 'openai-gpt-4o-mini', name: 'GPT-4o mini', group: 'model', provider: 'openai', available: true },
  ...{ contextTokens: 128_000, outputTokens: 16_000, rates: { input: 1.5, output: 6 } },
  ...{ abilities: { vision: true, audio: false }, tooltips: { en: [], ja: [], vi: [] } },
  ...more,
});
const BUILTIN = service({ uuid: 'builtin-extractive', name: 'Built-in', provider: 'builtin' });
const HELP: PostHelp = {
  ...{
    kind: 'continue',
    content: '',
    titles: [],
    description: '',
    coverAlt: '',
    sources: [],
    ending: 'whole',
  },
  ...{ serviceUuid: 'openai-gpt-4o-mini', usage: { inputTokens: 10, outputTokens: 20, tokens: 1_234 } },
};
const KNOWLEDGE = KnowledgeId.parse('01932f00-0000-7000-8000-0000000000c1');
const DOCUMENT = DocumentId.parse('01932f00-0000-7000-8000-0000000000d1');
const JAPANESE = PostId.parse('01932f00-0000-7000-8000-0000000000e1');

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

interface Setting {
  readonly services?: readonly ServiceView[];
  readonly post?: Parameters<typeof openPosts>[0] extends infer O
    ? O extends { post?: infer P }
      ? P
      : never
    : never;
}

/** The page of a post with a model behind it: a test writes to `stream`, and ends it. */
async function open({ services = [BUILTIN, service({})], post = {} }: Setting = {}) {
  const inputs: Record<string, unknown>[] = [];
  const created: Record<string, unknown>[] = [];
  const streams: ServerResponse[] = [];
  const setting = { problem: '', stopped: null as (() => void) | null };
  let calls = 0;
  const posts = await openPosts({
    post,
    answer({ method, path, body }, response) {
      if (path === '/api/service') sendJson(response, 200, services);
      else if (path === '/api/user/knowledges')
        sendJson(response, 200, {
          items: [{ uuid: KNOWLEDGE, name: 'Shop' }],
          total: 1,
          page: 1,
          pageSize: 20,
        });
      else if (path.endsWith('/help')) {
        inputs.push(JSON.parse(body));
        if (setting.problem) sendJson(response, 402, problem(402, setting.problem));
        else {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          streams.push(response);
        }
      } else if (path.endsWith('/help/stop')) {
        if (setting.stopped) setting.stopped();
        sendJson(response, 200, { stopped: setting.stopped !== null });
      } else if (method === 'POST' && path === '/api/post') {
        created.push(JSON.parse(body));
        sendJson(response, 201, { ...POST, uuid: JAPANESE, ...JSON.parse(body) });
      } else return false;
      return true;
    },
  });
  close = posts.close;
  const text = await screen.findByRole('textbox', { name: 'Text of the post' });
  const { editor } = text as HTMLElement & { editor: Editor };
  const send = (part: object) => streams.at(-1)?.write(`data: ${JSON.stringify(part)}\n\n`);
  return Object.assign(posts, {
    ...{ editor, inputs, created, setting },
    html: () => editor.getHTML().replace(/<p><\/p>$/, ''),
    /** Once the next call has come. */
    streaming() {
      calls += 1;
      return waitFor(() => expect(streams).toHaveLength(calls));
    },
    write: (delta: string) => send({ type: 'text-delta', id: 'answer', delta }),
    sources: (data: PostHelp['sources']) => send({ type: 'data-sources', data }),
    end(help: Partial<PostHelp>) {
      send({ type: 'data-help', data: { ...HELP, ...help } });
      streams.at(-1)?.end('data: [DONE]\n\n');
    },
  });
}
const button = (name: string) => screen.findByRole('button', { name });
const click = async (name: string) => fireEvent.click(await button(name));
async function choose(kind: RegExp) {
  await click('Help with writing');
  fireEvent.click(await screen.findByRole('button', { name: kind }));
}
const suggestion = () => screen.findByRole('region', { name: 'Suggestion' });

describe('a text that is written', () => {
  test('is shown while it comes, and replaces the selection in one step when it is accepted', async () => {
    const page = await open({ post: { content: '<p>We open at ten today.</p>' } });
    act(() => void page.editor.commands.setTextSelection({ from: 9, to: 15 }));
    await choose(/^Shorten/);
    expect(await screen.findByText('Works on the selected text.')).toBeTruthy();
    expect(screen.getAllByText(/1.5 tokens per token read, 6 per token written/)).not.toEqual([]);
    await click('Write');
    await page.streaming();
    expect(page.inputs[0]).toEqual({
      ...{ kind: 'shorten', language: 'en', title: 'Spring menu', content: 'at ten' },
    });
    page.write('<p>from te');
    await waitFor(async () => expect((await suggestion()).textContent).toContain('from te'));
    expect(screen.getByText('Writing…')).toBeTruthy();
    page.end({ kind: 'shorten', content: '<p>from ten</p>' });
    expect(await screen.findByText('1,234 tokens')).toBeTruthy();
    expect(page.html()).toBe('<p>We open at ten today.</p>');
    await click('Replace the selection');
    expect(page.html()).toBe('<p>We open from ten today.</p>');
    act(() => void page.editor.commands.undo());
    expect(page.html()).toBe('<p>We open at ten today.</p>');
  });

  test('changes nothing when it is discarded, and is asked for once more by “Try again”', async () => {
    const page = await open();
    await choose(/^Change the tone/);
    fireEvent.click(await screen.findByRole('radio', { name: 'Lively' }));
    await click('Write');
    await page.streaming();
    page.end({ kind: 'tone', content: '<p>One</p>' });
    await click('Try again');
    await page.streaming();
    expect(page.inputs[1]).toEqual(page.inputs[0]);
    expect(page.inputs[0]).toMatchObject({ kind: 'tone', tone: 'lively', content: POST.content });
    page.end({ kind: 'tone', content: '<p>Two</p>' });
    await waitFor(async () => expect((await suggestion()).textContent).toContain('Two'));
    await click('Discard');
    expect(await button('Write')).toBeTruthy();
    expect(page.html()).toBe(POST.content);
    expect(page.changes).toEqual([]);
  });

  test('without the pictures and tables that it replaces says so, and can stand below them', async () => {
    const picture = `<figure><img data-media="${MEDIA.uuid}" alt="A cup"></figure>`;
    const table = '<table><tbody><tr><td><p>Tea</p></td></tr></tbody></table>';
    const page = await open({ post: { content: `<p>One</p>${picture}${table}` } });
    await choose(/^Shorten/);
    await click('Write');
    await page.streaming();
    page.end({ kind: 'shorten', content: `<p>1</p>${picture}` });
    expect((await screen.findByRole('alert')).textContent).toContain('Not in this version: 1 table.');
    await click('Try again');
    await page.streaming();
    page.end({ kind: 'shorten', content: '<p>1</p>' });
    expect(await screen.findByText(/Not in this version: 1 picture, 1 table\./)).toBeTruthy();
    expect(await button('Replace the text')).toBeTruthy();
    await click('Insert below');
    expect(page.html()).toMatch(/^<p>One<\/p><figure>.*<table>.*<\/table><p>1<\/p>$/);
    act(() => void page.editor.commands.undo());
    expect(page.html()).not.toContain('<p>1</p>');
  });

  test('that loses nothing is accepted as before', async () => {
    const page = await open({ post: { content: '<p>One</p>' } });
    await choose(/^Shorten/);
    await click('Write');
    await page.streaming();
    page.end({ kind: 'shorten', content: '<p>1</p>' });
    expect(await button('Replace the text')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Insert below' })).toBeNull();
  });

  test('that is stopped can be used as far as it came, without what is harmful', async () => {
    const page = await open();
    await choose(/^Continue/);
    await click('Write');
    await page.streaming();
    page.write('<p>More</p><script>window.stolen = true</script><img src=x onerror="stolen()"><p>and m');
    await waitFor(async () => expect((await suggestion()).textContent).toContain('and m'));
    await click('Stop');
    expect(await screen.findByText(/You stopped it/)).toBeTruthy();
    await click('Insert');
    expect(page.html()).toBe(`${POST.content}<p>More</p><p>and m</p>`);
  });

  test('that is stopped says what it has cost, once the server has ended it', async () => {
    const page = await open();
    page.setting.stopped = () =>
      page.end({ content: '<p>More</p>', ending: 'stopped', usage: { ...HELP.usage, tokens: 567 } });
    await choose(/^Continue/);
    await click('Write');
    await page.streaming();
    page.write('<p>More</p><p>and m');
    await waitFor(async () => expect((await suggestion()).textContent).toContain('and m'));
    await click('Stop');
    expect(await screen.findByText(/You stopped it/)).toBeTruthy();
    expect(screen.getByText('567 tokens')).toBeTruthy();
    await click('Insert');
    expect(page.html()).toBe(`${POST.content}<p>More</p>`);
  });

  test('that is stopped before it began shows nothing when it was free, and what it has cost when not', async () => {
    const page = await open();
    const nothing = { ending: 'stopped', usage: { inputTokens: 0, outputTokens: 0, tokens: 0 } } as const;
    page.setting.stopped = () => page.end(nothing);
    await choose(/^Continue/);
    await click('Write');
    await page.streaming();
    await click('Stop');
    expect(await button('Write')).toBeTruthy();
    page.setting.stopped = () => page.end({ ...nothing, usage: { ...HELP.usage, tokens: 89 } });
    await click('Write');
    await page.streaming();
    await click('Stop');
    expect(await screen.findByText('Nothing was written.')).toBeTruthy();
    expect(screen.getByText('89 tokens')).toBeTruthy();
  });

  test('that breaks off says so, and one that was never begun says why', async () => {
    const page = await open();
    await choose(/^Continue/);
    await click('Write');
    await page.streaming();
    page.write('<p>More</p>');
    page.end({ content: '<p>More</p>', ending: 'failed' });
    expect(await screen.findByText(/The model broke off/)).toBeTruthy();
    await click('Discard');
    page.setting.problem = 'balance_empty';
    await click('Write');
    expect((await screen.findByRole('alert')).textContent).toContain('There are no tokens left');
  });
});

describe('an outline', () => {
  test('names its sources, and stands below the cursor when it is accepted', async () => {
    const page = await open();
    await choose(/^Outline/);
    fireEvent.click(await screen.findByRole('combobox', { name: 'Knowledge base' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Shop' }));
    await click('Write');
    await page.streaming();
    expect(page.inputs[0]).toEqual({
      ...{ kind: 'outline', language: 'en', knowledgeUuid: KNOWLEDGE, topic: 'Spring menu' },
    });
    const sources = [
      { knowledgeUuid: KNOWLEDGE, documentUuid: DOCUMENT, title: 'Handbook', headings: ['Cakes'] },
    ];
    page.sources(sources);
    const link = await screen.findByRole('link', { name: 'Handbook' });
    expect(link.getAttribute('href')).toBe(`/Knowledge/${KNOWLEDGE}/documents/${DOCUMENT}`);
    page.end({ kind: 'outline', content: '<h2>Cakes</h2>', sources });
    await click('Insert');
    expect(page.html()).toBe(`${POST.content}<h2>Cakes</h2>`);
  });
});

describe('around the text', () => {
  test('a title is chosen', async () => {
    const page = await open();
    await choose(/^Suggest titles/);
    await click('Write');
    await page.streaming();
    page.end({ kind: 'headlines', titles: ['Cakes', 'New cakes'] });
    fireEvent.click(await screen.findByRole('radio', { name: 'New cakes' }));
    await click('Use this title');
    const title = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
    await waitFor(() => expect(title.value).toBe('New cakes'));
    await waitFor(() => expect(page.changes).toEqual([{ title: 'New cakes' }]));
  });

  test('a description is set', async () => {
    const page = await open();
    await choose(/^Write a description/);
    await click('Write');
    await page.streaming();
    page.end({ kind: 'description', description: 'Cakes of the season.' });
    await click('Use this description');
    await waitFor(() => expect(page.changes).toEqual([{ description: 'Cakes of the season.' }]));
  });

  test('a translation becomes a linked post, which opens', async () => {
    const page = await open({
      post: {
        ...{ coverUuid: MEDIA.uuid, coverAlt: 'Cherry trees' },
        translations: [
          {
            ...{ uuid: JAPANESE, title: 'Thực đơn', language: 'vi', state: 'draft', path: null },
            ...{ isHidden: false, isOriginal: true },
          },
        ],
      },
    });
    const section = await screen.findByRole('region', { name: 'Other languages' });
    expect(section.textContent).toContain('Translation of');
    expect(within(section).getByRole('link', { name: 'Thực đơn' })).toBeTruthy();
    await choose(/^Translate/);
    // Only Japanese is left.
    await click('Write');
    await page.streaming();
    expect(page.inputs[0]).toMatchObject({
      ...{ kind: 'translate', to: 'ja', title: 'Spring menu', coverAlt: 'Cherry trees' },
    });
    const written = { titles: ['春のメニュー'], coverAlt: '桜', content: '<p>新しいケーキ</p>' };
    page.end({ kind: 'translate', ...written });
    expect(await screen.findByText('Alternative text: 桜')).toBeTruthy();
    await click('Create the linked post');
    await waitFor(() => expect(page.created).toHaveLength(1));
    expect(page.created[0]).toMatchObject({
      ...{ title: '春のメニュー', content: '<p>新しいケーキ</p>', language: 'ja', tags: ['menu'] },
      ...{ coverUuid: MEDIA.uuid, coverAlt: '桜', translationOf: POST.uuid },
    });
    await waitFor(() => expect(page.router.state.location.pathname).toContain(JAPANESE));
  });
});

describe('without a language model', () => {
  test('all but the outline is marked, with the way to a model; with one nothing is', async () => {
    await open({ services: [BUILTIN] });
    await click('Help with writing');
    const marked = await screen.findAllByRole('button', { name: /Needs a model$/ });
    expect(marked).toHaveLength(6);
    expect(screen.getByRole('button', { name: /^Outline/ }).textContent).not.toContain('Needs a model');
    const link = screen.getByRole('link', { name: 'Add a model key' });
    expect(link.getAttribute('href')).toBe('/Account?tab=models');
    cleanup();
    await close?.();
    await open();
    await click('Help with writing');
    expect(await screen.findByRole('button', { name: /^Shorten/ })).toBeTruthy();
    expect(screen.queryByText('Needs a model')).toBeNull();
  });

  test('the panel says what is needed and leads there; outlines work', async () => {
    await open({ services: [BUILTIN] });
    await choose(/^Shorten/);
    expect(await screen.findByText('This needs a language model')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Add a model key' });
    expect(link.getAttribute('href')).toBe('/Account?tab=models');
    expect(screen.queryByRole('button', { name: 'Write' })).toBeNull();
    await click('Back');
    fireEvent.click(await screen.findByRole('button', { name: /^Outline/ }));
    expect(await screen.findByText(/word for word/)).toBeTruthy();
    expect(await button('Write')).toBeTruthy();
  });
});

test('a published post is sent to friends', async () => {
  await open({ post: { state: 'published', path: '/p/camellia/spring-menu' } });
  const [link] = await screen.findAllByRole('link', { name: 'Send to friends' });
  expect(link?.getAttribute('href')).toBe(`/Channel/message?create=true&post=${POST.uuid}`);
});

test('reads HTML that ends anywhere, without what is harmful', () => {
  expect(readWriting('continue', '<p>Tea</p><script>x()</script><ul><li>Cak').content).toBe(
    '<p>Tea</p><ul><li>Cak</li></ul>',
  );
  expect(readWriting('shorten', '```html\n<p>Tea</p>\n```').content).toBe('<p>Tea</p>');
  expect(readWriting('shorten', '<p>Tea</p><str').content).toBe('<p>Tea</p>');
  expect(readWriting('shorten', 'Tea & <cakes\n\nMore').content).toBe(
    '<p>Tea &amp; &lt;cakes</p><p>More</p>',
  );
});

test('reads titles, descriptions and translations', () => {
  expect(readWriting('headlines', '1. New <b>tea</b>\n\n- Ca').titles).toEqual(['New tea', 'Ca']);
  expect(readWriting('description', '<p>Our tea').description).toBe('Our tea');
  const picture = `<img data-media="${MEDIA.uuid}" alt="茶碗">`;
  const html = `<h1>新茶</h1><h6>ご案内</h6><h5>茶畑</h5><h2>茶</h2>${picture}<p>本`;
  expect(readWriting('translate', html)).toEqual({
    titles: ['新茶'],
    ...{ description: 'ご案内', coverAlt: '茶畑' },
    content: `<h2>茶</h2>${picture}<p>本</p>`,
  });
});
