import { setTimeout as sleep } from 'node:timers/promises';
import { JOIN_EVENT, UPDATE_CONVERSATION, type UpdateConversation } from '@hanasu/contract/realtime';
import { io } from 'socket.io-client';
import { Agent, request } from 'undici';
import { type BenchHanasu, startHanasu } from '../lib/hanasu.ts';
import { percentile } from '../lib/print-table.ts';
import { openSandboxConversations } from '../lib/sandbox-conversations.ts';
import { openLoop } from './open-loop.ts';
import type { SpeedRow } from './speed-row.ts';

const PORT = 4762;
/** Three conversations each: one for the measured messages, twelve for those beside them. */
const CHANNELS = 5;
const BESIDE = { conversations: 12, perSecond: 50 };
const PROBES = 100;
const WARM_UP = 20;
const PAUSE_MS = 50;
/** Time that the load runs before the first measured message. */
const LEAD_MS = 1_000;
const TIMEOUT_MS = 10_000;
const RATIO = 2;

/**
 * From the request by which staff writes to a customer until the socket of a second browser of the account has the event:
 * in a quiet account, and while 50 other messages a second are written in other conversations of the same account.
 */
export async function measureEvents(): Promise<readonly SpeedRow[]> {
  const hanasu = await startHanasu(PORT);
  const agent = new Agent({ connections: 100, pipelining: 1 });
  const browsers: Browser[] = [];
  try {
    const conversations = await openSandboxConversations(hanasu, CHANNELS);
    for (let index = 0; index < 2; index += 1) browsers.push(await openBrowser(hanasu));
    const [measured = '', ...others] = conversations;
    const say = (conversation: string, text: string) => sendMessage(hanasu, agent, { conversation, text });
    const probe = (count: number, name: string) => {
      const texts = Array.from({ length: count }, (_, index) => `${name} ${index}`);
      return measureProbes(texts, (text) => say(measured, text), browsers[1]);
    };
    await probe(WARM_UP, 'warm-up');
    const quiet = await probe(PROBES, 'quiet');
    let isOver = false;
    const load = openLoop({ perSecond: BESIDE.perSecond, isOver: () => isOver }, (index) =>
      say(others[index % BESIDE.conversations] ?? '', `beside ${index}`),
    );
    const probing = sleep(LEAD_MS)
      .then(() => probe(PROBES, 'busy'))
      .finally(() => {
        isOver = true;
      });
    const [{ took: beside }, busy] = await Promise.all([load, probing]);
    return [toRow(quiet, busy, beside.length)];
  } finally {
    for (const browser of browsers) browser.close();
    await agent.close();
    await hanasu.stop();
  }
}

function toRow(quiet: readonly number[], busy: readonly number[], beside: number): SpeedRow {
  const [quietMs, busyMs] = [percentile(quiet, 0.95), percentile(busy, 0.95)];
  return {
    what: `an event in a second browser with ${BESIDE.perSecond} events a second beside it: p95 ÷ quiet p95`,
    measured: busyMs / quietMs,
    atMost: RATIO,
    from: `${busyMs.toFixed(1)} ms ÷ ${quietMs.toFixed(1)} ms (${busy.length} messages each, ${beside} beside them)`,
  };
}

/** Milliseconds from the begin of each message until it is seen, one after the other. */
async function measureProbes(
  texts: readonly string[],
  send: (text: string) => Promise<void>,
  browser: Browser | undefined,
): Promise<number[]> {
  const took: number[] = [];
  for (const text of texts) {
    const startedAt = performance.now();
    const seen = browser?.untilSeen(text).then(() => took.push(performance.now() - startedAt));
    await Promise.all([send(text), seen]);
    await sleep(PAUSE_MS);
  }
  return took;
}

interface StaffMessage {
  readonly conversation: string;
  readonly text: string;
}

async function sendMessage(
  { url, authorization }: BenchHanasu,
  agent: Agent,
  { conversation, text }: StaffMessage,
): Promise<void> {
  const response = await request(`${url}/api/user/conversation/${conversation}/message`, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  const answer = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`a message was answered with ${response.statusCode}: ${answer}`);
}

interface Browser {
  /** Resolves when the socket gets the event of a message of staff with this text. */
  untilSeen(text: string): Promise<void>;
  close(): void;
}

/** A socket that has joined the account's events. */
async function openBrowser({ url, authorization }: BenchHanasu): Promise<Browser> {
  const socket = io(url, { transports: ['websocket'], forceNew: true });
  const awaited = new Map<string, () => void>();
  socket.on(UPDATE_CONVERSATION, ({ action, data }: UpdateConversation) => {
    if (action !== 'operator_chat') return;
    for (const { message } of data) awaited.get(message?.text ?? '')?.();
  });
  const joined: unknown = await socket
    .timeout(TIMEOUT_MS)
    .emitWithAck(JOIN_EVENT, authorization.replace('Bearer ', ''));
  if (!(joined as { ok?: boolean }).ok) throw new Error('the socket was not let in');
  return {
    untilSeen: (text) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`"${text}" was not seen`)), TIMEOUT_MS);
        awaited.set(text, () => {
          clearTimeout(timer);
          awaited.delete(text);
          resolve();
        });
      }),
    close: () => socket.disconnect(),
  };
}
