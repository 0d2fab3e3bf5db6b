import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type MessageStream, openMessageStream, type StreamLimits } from './message-stream.ts';

let server: Server | undefined;
let reader: Socket | undefined;
afterEach(() => {
  reader?.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** A stream whose reader takes nothing until it is resumed. */
async function open(
  limits?: StreamLimits,
): Promise<{ out: MessageStream; response: ServerResponse; reader: Socket }> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const listening = createServer((_request, response) => resolve(response));
  server = listening;
  await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready));
  const socket = connect((listening.address() as AddressInfo).port, '127.0.0.1');
  reader = socket;
  socket.pause();
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  const response = await promise;
  return { out: openMessageStream(response, {}, limits), response, reader: socket };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

async function readAll(socket: Socket): Promise<string> {
  let all = '';
  for await (const piece of socket) all += String(piece);
  return all;
}

const deltasOf = (stream: string): string[] =>
  [...stream.matchAll(/^data: (\{.*\})$/gm)]
    .map(([, json = '']) => JSON.parse(json) as { type: string; delta?: string })
    .flatMap(({ type, delta }) => (type === 'text-delta' ? [delta ?? ''] : []));

test('texts of one tick are one event, and other parts keep their place', async () => {
  const { out, reader } = await open();
  out.part({ type: 'start' });
  out.part({ type: 'text', text: 'one ' });
  out.part({ type: 'text', text: 'two' });
  out.part({ type: 'data-tool', id: 'x' });
  out.part({ type: 'text', text: ' three' });
  await tick();
  await tick();
  out.part({ type: 'text', text: ' four' });
  out.end();
  const said = await readAll(reader);
  expect(deltasOf(said)).toEqual(['one two', ' three', ' four']);
  const types = [...said.matchAll(/"type":"([a-z-]+)"/g)].map(([, type]) => type);
  expect(types.slice(0, 4)).toEqual(['start', 'text-start', 'text-delta', 'data-tool']);
  expect(types.slice(-2)).toEqual(['text-end', 'finish']);
});

test('a reader that is slower than the model gets all of it, and little is kept for it', async () => {
  const { out, response, reader } = await open();
  const blob = 'x'.repeat(64 * 1024);
  for (let index = 0; index < 100; index += 1) out.part({ type: 'data-citations', data: { blob } });
  const before = response.writableLength;
  expect(response.writableNeedDrain).toBe(true);
  let expected = '';
  for (let index = 0; index < 20_000; index += 1) {
    const text = `w${index} `;
    expected += text;
    out.part({ type: 'text', text });
    if (index % 500 === 0) await tick();
  }
  // Nothing but the event that opens the text was added to what the socket holds.
  expect(response.writableLength - before).toBeLessThan(1000);
  out.end();
  const deltas = deltasOf(await readAll(reader));
  expect(deltas.join('')).toBe(expected);
  expect(deltas.length).toBeLessThan(100);
});

test('a reader that never reads is let go', async () => {
  const { out, response } = await open({ stalledMs: 50, mostPending: 1_000_000 });
  const closed = new Promise((resolve) => response.once('close', resolve));
  for (let index = 0; index < 200; index += 1)
    out.part({ type: 'data-citations', data: 'x'.repeat(64 * 1024) });
  await closed;
  expect(response.destroyed).toBe(true);
});

test('more than is kept for one reader lets it go at once', async () => {
  const { out, response } = await open({ stalledMs: 60_000, mostPending: 5000 });
  for (let index = 0; index < 200; index += 1)
    out.part({ type: 'data-citations', data: 'x'.repeat(64 * 1024) });
  for (let index = 0; index < 600; index += 1) out.part({ type: 'text', text: 'ten chars ' });
  expect(response.destroyed).toBe(true);
});
