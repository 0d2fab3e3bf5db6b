import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import {
  FAKE_TROUBLES,
  type FakeCall,
  type FakeToolCall,
  type FakeTrouble,
  type FakeTurn,
  type FakeUsage,
  type FakeVendor,
  nextCalls,
  sampleAnswer,
  TOOL_BEHAVIOURS,
  type ToolBehaviour,
} from './fake-vendor.ts';

/** An order, wherever it stands: `«…»` is to be said, `«CALL name {…}»` to be called. */
const ORDER = /«([^«»]*)»/g;
const CALL = /^CALL (\S+) (\{[\s\S]*\})$/;

const ordersIn = (texts: readonly string[]): string[] =>
  [...texts.join('\n').matchAll(ORDER)].map(([, order = '']) => order);

/** A model without any defence: it says whatever any text that it reads tells it to say. */
export function obey(turns: readonly FakeTurn[], results: readonly string[] = [], isJson = false): string {
  const orders = ordersIn([...turns.map(({ text }) => text), ...results]).filter(
    (order) => !CALL.test(order),
  );
  if (orders.length === 0) return 'Hello.';
  // What is ordered is the JSON itself.
  if (isJson) return orders.join('');
  const system = turns.flatMap(({ role, text }) => (role === 'system' ? [text] : [])).join('\n');
  return orders.map((order) => (order === 'INSTRUCTIONS' ? system : `${order} [1]`)).join('\n');
}

/** And calls whatever it is told to call, each order once. */
function obeyedCalls({ turns, tools }: FakeCall): FakeToolCall[] {
  if (!tools?.mayCall) return [];
  const calls = ordersIn([...turns.map(({ text }) => text), ...tools.results]).flatMap((order, index) => {
    const [, name, input] = CALL.exec(order) ?? [];
    return name && input ? [{ id: `order_${index}`, name, input }] : [];
  });
  return calls.slice(tools.results.length);
}

const LONGEST_QUOTE = 200;
const PIECE = 12;

/** The first passage of the prompt: `<passage …>text</passage>`, or the lines after `[1] title`. */
function firstPassage(prompt: string): string | null {
  const tagged = /<passage\b[^>]*>([\s\S]*?)<\/passage>/.exec(prompt)?.[1];
  const numbered =
    /^\[1\][^\n]*\n([^\n]+(?:\n[^\n[]+)*)/m.exec(prompt)?.[1] ?? /^\[1\]\s*(.+)$/m.exec(prompt)?.[1];
  const text = (tagged ?? numbered)?.replace(/\s+/g, ' ').trim();
  return text ? text : null;
}

/** A reply that a test can check: quotes the first passage and cites it, or else repeats the question. */
function writeReply(turns: readonly FakeTurn[], results: readonly string[] = [], images = 0): string {
  const last = results.at(-1);
  if (last !== undefined) return `The tool said: ${last.slice(0, LONGEST_QUOTE)}`;
  if (images > 0) return `You sent ${images} picture${images > 1 ? 's' : ''}.`;
  const passage = firstPassage(turns.map(({ text }) => text).join('\n'));
  if (passage) return `${passage.slice(0, LONGEST_QUOTE)} [1]`;
  const question = turns.findLast(({ role }) => role === 'user')?.text ?? '';
  return `You asked: "${question.slice(0, LONGEST_QUOTE)}"`;
}

/** Cuts a reply into the pieces that are streamed, between code points. */
function cutIntoPieces(reply: string): string[] {
  const characters = [...reply];
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += PIECE) {
    pieces.push(characters.slice(start, start + PIECE).join(''));
  }
  return pieces;
}

type Streamed = Exclude<Behaviour, { kind: 'error' | 'trouble' }>;

function piecesOf(call: FakeCall, behaviour: Streamed): string[] {
  if (behaviour.kind === 'bench')
    return Array.from({ length: wantedTokens(call) ?? behaviour.tokens }, (_, index) => `token${index} `);
  if (behaviour.kind === 'empty' || behaviour.kind === 'refuse') return [];
  if (behaviour.kind === 'obey')
    return cutIntoPieces(obey(call.turns, call.tools?.results, Boolean(call.json)));
  const reply = writeReply(call.turns, call.tools?.results, call.images);
  if (!call.json) return cutIntoPieces(reply);
  const { schema } = call.json;
  return cutIntoPieces(JSON.stringify(schema ? sampleAnswer(schema, reply) : { answer: reply }));
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

/** Or until the client goes away. */
const untilReleased = (released: Promise<void>, response: ServerResponse): Promise<unknown> =>
  response.destroyed ? Promise.resolve() : Promise.race([released, once(response, 'close')]);

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
  {
    behaviour: { kind },
    usage,
    response,
  }: { readonly behaviour: Streamed; readonly usage: FakeUsage; readonly response: ServerResponse },
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
  { behaviour, response }: { readonly behaviour: Streamed; readonly response: ServerResponse },
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
  if (callTools(vendor, call, { behaviour, usage, response })) return;
  const middle = Math.ceil(pieces.length / 2);
  const half = breaksHalfWay.has(behaviour.kind) ? middle : pieces.length;
  const pause = pauseOf(behaviour);
  for (const [index, piece] of pieces.slice(0, half).entries()) {
    if (response.destroyed) return;
    await write(response, vendor.text(call, piece));
    if (pause > 0) await sleep(pause);
    if (behaviour.kind === 'held' && index + 1 === middle) await untilReleased(behaviour.released, response);
  }
  if (half < pieces.length) return breakOff(vendor, response, behaviour.kind);
  const ending = behaviour.kind === 'refuse' ? 'refused' : 'stop';
  response.end(vendor.close(call, ending, behaviour.kind === 'nousage' ? null : usage));
}

/** How the fake answers a call. Everything that isn't `error` or `noheaders` begins with status 200. */
export type Behaviour =
  | {
      kind:
        | 'ok'
        | 'truncate'
        | 'reset'
        | 'stall'
        | 'nofirst'
        | 'noheaders'
        | 'errmid'
        | 'refuse'
        | 'empty'
        | 'nousage'
        | 'endless'
        | 'garbage'
        | 'wrongdimension'
        | 'nan'
        | 'obey'
        | ToolBehaviour;
    }
  | { kind: 'error'; status: number; once: boolean }
  | { kind: 'trouble'; trouble: FakeTrouble }
  | { kind: 'slow'; pieceMs: number }
  | { kind: 'held'; released: Promise<void> }
  | { kind: 'bench'; tokens: number; tokenMs: number };

const simple = [
  'ok',
  'truncate',
  'reset',
  'stall',
  'nofirst',
  'noheaders',
  'errmid',
  'refuse',
  'empty',
  'nousage',
  'endless',
  'garbage',
  'wrongdimension',
  'nan',
  'obey',
  ...TOOL_BEHAVIOURS,
] as const;

/**
 * Reads the name of a behaviour, null for anything else: `ok`, `err401`, `err429`, `err500`, `err500once`,
 * `truncate` (ends half way), `reset` (connection breaks half way), `stall` (silent half way), `nofirst` (headers
 * only), `noheaders`, `errmid` (error event half way), `refuse`, `empty`, `nousage`, `slow-<ms per piece>`,
 * `held` (silent half way until it is released),
 * `bench-<tokens>-<ms per token>` (or as many tokens as the question asks for), `endless` (text until the client
 * leaves), `garbage` (bytes that mean nothing),
 * `noaccess`, `nomodel` and `nocredit` (the key is refused in the vendor's own words),
 * `obey` (says and calls whatever any text that it reads tells it to),
 * `wrongdimension` and `nan` (vectors of another length, values that are none), and the behaviours of `fake-vendor.ts`.
 */
export function parseBehaviour(name: string, released: Promise<void>): Behaviour | null {
  if (name === 'held') return { kind: 'held', released };
  const kind = simple.find((candidate) => candidate === name);
  if (kind) return { kind };
  const trouble = FAKE_TROUBLES.find((candidate) => candidate === name);
  if (trouble) return { kind: 'trouble', trouble };
  const error = /^err([45]\d\d)(once)?$/.exec(name);
  if (error) return { kind: 'error', status: Number(error[1]), once: error[2] === 'once' };
  const slow = /^slow-(\d+)$/.exec(name);
  if (slow) return { kind: 'slow', pieceMs: Number(slow[1]) };
  const bench = /^bench-(\d+)-(\d+)$/.exec(name);
  return bench ? { kind: 'bench', tokens: Number(bench[1]), tokenMs: Number(bench[2]) } : null;
}
