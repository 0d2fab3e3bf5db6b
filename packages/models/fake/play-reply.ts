import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import type { Behaviour } from './behaviour.ts';
import { cutIntoPieces, writeReply } from './fake-reply.ts';
import { nextCalls, TOOL_BEHAVIOURS } from './fake-tools.ts';
import type { FakeCall, FakeUsage, FakeVendor } from './fake-vendor.ts';
import { obey, obeyedCalls } from './obedient.ts';

type Streamed = Exclude<Behaviour, { kind: 'error' }>;

function piecesOf(call: FakeCall, behaviour: Streamed): string[] {
  if (behaviour.kind === 'bench')
    return Array.from({ length: wantedTokens(call) ?? behaviour.tokens }, (_, index) => `token${index} `);
  if (behaviour.kind === 'empty' || behaviour.kind === 'refuse') return [];
  if (behaviour.kind === 'obey') return cutIntoPieces(obey(call.turns, call.tools?.results));
  return cutIntoPieces(writeReply(call.turns, call.tools?.results, call.images));
}

/** A customer may ask for an answer of "1500 tokens". */
function wantedTokens({ turns }: FakeCall): number | null {
  const wanted = /\b(\d{1,5}) tokens\b/.exec(turns.at(-1)?.text ?? '');
  return wanted ? Number(wanted[1]) : null;
}

function pauseOf(behaviour: Streamed): number {
  if (behaviour.kind === 'slow') return behaviour.pieceMs;
  return behaviour.kind === 'bench' ? behaviour.tokenMs : 0;
}

async function write(response: ServerResponse, frame: string): Promise<void> {
  if (frame !== '' && !response.write(frame)) await once(response, 'drain');
}

const breaksHalfWay = new Set<Streamed['kind']>(['truncate', 'reset', 'stall', 'errmid']);

async function breakOff(vendor: FakeVendor, response: ServerResponse, kind: Streamed['kind']): Promise<void> {
  if (kind === 'truncate') response.end();
  if (kind === 'errmid') response.end(vendor.errorFrame());
  if (kind !== 'reset') return;
  // Without a pause the client may see the reset before the text, and then it isn't "after some text".
  await sleep(30);
  response.destroy();
}

async function goOn(vendor: FakeVendor, call: FakeCall, response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    await write(response, vendor.text(call, 'and so on and on, '.repeat(20)));
    await sleep(1);
  }
}

/** True when the model has called tools instead of answering. */
function callTools(
  vendor: FakeVendor,
  call: FakeCall,
  { kind }: Streamed,
  usage: FakeUsage,
  response: ServerResponse,
): boolean {
  const behaviour = TOOL_BEHAVIOURS.find((name) => name === kind);
  const misused = behaviour && call.tools ? nextCalls(behaviour, call.tools) : [];
  const calls = kind === 'obey' ? obeyedCalls(call) : misused;
  if (calls.length === 0 || !vendor.calls) return false;
  response.end(vendor.calls(call, calls, usage));
  return true;
}

/** Streams the reply of a vendor in the way of a behaviour. Rejects when the client goes away while we wait. */
export async function playReply(
  vendor: FakeVendor,
  call: FakeCall,
  behaviour: Streamed,
  response: ServerResponse,
): Promise<void> {
  if (behaviour.kind === 'noheaders') return;
  const pieces = piecesOf(call, behaviour);
  const usage = {
    input: estimateTokens(call.turns.map(({ text }) => text).join('\n')),
    output: Math.max(1, pieces.length),
  };
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  if (behaviour.kind === 'nofirst') return;
  if (behaviour.kind === 'garbage')
    return void response.end('data: {"choices": [nonsense\n\n\u0000\ufffd{}}');
  await write(response, vendor.open(call, usage));
  if (behaviour.kind === 'endless') return goOn(vendor, call, response);
  if (callTools(vendor, call, behaviour, usage, response)) return;
  const half = breaksHalfWay.has(behaviour.kind) ? Math.ceil(pieces.length / 2) : pieces.length;
  const pause = pauseOf(behaviour);
  for (const piece of pieces.slice(0, half)) {
    if (response.destroyed) return;
    await write(response, vendor.text(call, piece));
    if (pause > 0) await sleep(pause);
  }
  if (half < pieces.length) return breakOff(vendor, response, behaviour.kind);
  const ending = behaviour.kind === 'refuse' ? 'refused' : 'stop';
  response.end(vendor.close(call, ending, behaviour.kind === 'nousage' ? null : usage));
}
