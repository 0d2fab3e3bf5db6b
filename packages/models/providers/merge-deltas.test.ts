import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anthropicDeltas, cohereDeltas, openaiDeltas } from './load-providers.ts';
import { createDeltaMerger, type DeltaFormat, mergeDeltas } from './merge-deltas.ts';

const openai = (content: string, fields: object = {}) => ({
  id: 'x',
  choices: [{ index: 0, delta: { content }, finish_reason: null, ...fields }],
});
const anthropic = (text: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
});
const cohere = (text: string) => ({
  type: 'content-delta',
  index: 0,
  delta: { message: { content: { text } } },
});
const sse = (event: unknown) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
const stream = (...events: readonly unknown[]) => events.map(sse).join('');

/** What comes out when `text` arrives cut at these bytes. */
function pass(format: DeltaFormat, text: string, cuts: readonly number[] = []): string {
  const bytes = new TextEncoder().encode(text);
  const merger = createDeltaMerger(format);
  const places = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other),
    bytes.length,
  ];
  const out = places.slice(1).map((to, index) => merger.push(bytes.slice(places[index], to)));
  const decoder = new TextDecoder();
  return [...out, merger.end()]
    .map((piece) => (piece ? decoder.decode(piece, { stream: true }) : ''))
    .join('');
}

const dataOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => (event === 'data: [DONE]' ? '[DONE]' : JSON.parse(event.slice('data: '.length))));

describe('texts that arrive together are one event', () => {
  test.each([
    ['OpenAI', openaiDeltas, openai],
    ['Anthropic', anthropicDeltas, anthropic],
    ['Cohere', cohereDeltas, cohere],
  ] as const)('%s', (_name, format, event) => {
    const merged = dataOf(pass(format, stream(event('こん'), event('にちは'), event(' "x"'), '[DONE]')));
    expect(merged).toEqual([event('こんにちは "x"'), '[DONE]']);
  });

  test.each([
    ['a role', { delta: { role: 'assistant', content: 'b' } }],
    ['a call', { delta: { content: 'b', tool_calls: [] } }],
    ['the end', { finish_reason: 'stop' }],
    ['probabilities', { logprobs: { content: [] } }],
  ])('%s is not joined with its neighbours', (_name, fields) => {
    const events = [openai('a'), openai('b', fields), openai('c')];
    expect(dataOf(pass(openaiDeltas, stream(...events)))).toEqual(events);
  });

  test('usage, thoughts, comments and broken JSON pass as they are, in their place', () => {
    const other = [
      sse({ ...openai('b'), usage: { total_tokens: 1 } }),
      sse({ choices: [{ index: 0, delta: { reasoning_content: 'hm' } }] }),
      ': ping\n\n',
      'data: {"choices":[{\n\n',
      'event: error\ndata: {"error":{"message":"no"}}\n\n',
    ].join('');
    const text = `${stream(openai('a'))}${other}${stream(openai('c'))}`;
    expect(pass(openaiDeltas, text)).toBe(text);
  });

  test.each([
    ['texts that are words of the event itself', ['content', 'x', 'index', 'delta', 'data: ']],
    ['signs that JSON escapes', ['"', '\\', '\n', 'a"b', '\u0000', '\ud800', '","x":"']],
    ['texts before and after one that is empty', ['a', '', 'b']],
  ])('%s are joined as they are', (_name, texts) => {
    const merged = dataOf(pass(openaiDeltas, stream(...texts.map((text) => openai(text)), '[DONE]')));
    const said = merged.map((event) => openaiDeltas.read(event)?.text ?? '').join('');
    expect(said).toBe(texts.join(''));
  });

  test('letters that a server writes as numbers, and fields that differ from event to event', () => {
    const raw = ['\\u3053', '\\u0069d', 'id', '\\u3093'].map(
      (text, index) =>
        `data: {"id":"x${index % 2}","choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`,
    );
    const [merged] = dataOf(pass(openaiDeltas, raw.join('')));
    expect(openaiDeltas.read(merged)?.text).toBe('こididん');
  });

  test('data that breaks off within a text passes as it is, behind texts of the same form', () => {
    const broken = `${stream(openai('a')).slice(0, 50)}\u0001"}\n\n`;
    const text = `${stream(openai('a'))}${broken}${stream(openai('b'))}`;
    expect(pass(openaiDeltas, text)).toBe(text);
  });

  test('lines that end with a carriage return pass at once', () => {
    const merger = createDeltaMerger(openaiDeltas);
    const text = stream(openai('a'), openai('b')).replaceAll('\n', '\r\n');
    expect(new TextDecoder().decode(merger.push(new TextEncoder().encode(text)) ?? undefined)).toBe(text);
    const more = stream(openai('こんにちは')).replaceAll('\n', '\r\n');
    const bytes = new TextEncoder().encode(text).length;
    // Cut within a letter as well.
    for (let cut = 1; cut < 90; cut += 1)
      expect(pass(openaiDeltas, text + more, [bytes + cut])).toBe(text + more);
  });

  test('however it is cut, nothing is lost, added or moved', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => openai(text)),
      fc.constantFrom(
        openai('', { finish_reason: 'stop' }),
        { choices: [], usage: { total_tokens: 3 } },
        '[DONE]',
      ),
    );
    /** Runs of texts as one, so that merged and unmerged streams can be compared. */
    const flatten = (events: readonly unknown[]) => {
      const flat: unknown[] = [];
      let text = '';
      for (const event of events) {
        const delta = openaiDeltas.read(event);
        if (delta) text += delta.text;
        else {
          flat.push(text, event);
          text = '';
        }
      }
      return [...flat, text].filter(
        (each) => each !== '' && JSON.stringify(each) !== JSON.stringify(openai('')),
      );
    };
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(5000)), (events, cuts) => {
        const merged = pass(openaiDeltas, stream(...events), cuts);
        expect(flatten(dataOf(merged))).toEqual(flatten(events));
      }),
    );
  });
});

test('only event streams that went well are looked into', async () => {
  const answer = (type: string, status: number) => async () =>
    new Response(stream(openai('a'), openai('b')), { status, headers: { 'content-type': type } });
  const read = async (type: string, status = 200) =>
    dataOf(await (await mergeDeltas(openaiDeltas, answer(type, status))('http://a')).text()).length;
  expect(await read('text/event-stream; charset=utf-8')).toBe(1);
  expect(await read('application/json')).toBe(2);
  expect(await read('text/event-stream', 500)).toBe(2);
});

test('who stops reading ends the connection', async () => {
  let reason: unknown;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(sse(openai('a')))),
    cancel: (why) => {
      reason = why;
    },
  });
  const headers = { 'content-type': 'text/event-stream' };
  const response = await mergeDeltas(openaiDeltas, async () => new Response(body, { headers }))('http://a');
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel('enough');
  expect(reason).toBe('enough');
});

test('the first text comes at once, later ones are gathered for a moment, and none is lost when it breaks', async () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const say = (text: string) => controller?.enqueue(new TextEncoder().encode(sse(openai(text))));
  const headers = { 'content-type': 'text/event-stream' };
  const response = await mergeDeltas(openaiDeltas, async () => new Response(body, { headers }))('http://a');
  const reader = response.body?.getReader();
  const read = async () => dataOf(new TextDecoder().decode((await reader?.read())?.value));
  const opening = { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] };
  controller?.enqueue(new TextEncoder().encode(sse(opening)));
  expect(await read()).toEqual([opening]);
  say('one');
  expect(await read()).toEqual([openai('one')]);
  say(' two');
  say(' three');
  expect(await read()).toEqual([openai(' two three')]);
  say(' four');
  const last = read();
  await new Promise((resolve) => setImmediate(resolve));
  controller?.error(new TypeError('terminated'));
  expect(await last).toEqual([openai(' four')]);
  await expect(reader?.read()).rejects.toThrow('terminated');
});
