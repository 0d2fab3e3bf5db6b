import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHanasu } from '../../../bench/lib/hanasu.ts';

const PORT = 47_317;
/** Long enough for one answer of the built-in model to arrive. */
const MESSAGE_MS = 4_000;
/** What a program without messages does within this time, it does for none. */
const IDLE_MS = 12_000;
/** Where the vendor's call comes in; what the simulator did before is not the path. */
const ENTRANCE = /\/webhook\/receive-webhook\.ts$/;
/** Where it is noted that the vendor has taken the answer: the path ends there. */
const EXIT = /\/outbox\/record-delivery-result\.ts$/;
/** The fake vendor lives in the same process. */
const NOT_THE_PATH = /\/fake\/|\/sandbox|\/testing\//;

export interface MessagePath {
  /**
   * Our files with a function that ran from the webhook to the delivery and does not run without messages, in the order
   * of their first call.
   */
  readonly files: readonly string[];
  /** How often the next file is in another room: another feature, package, or part of the platform. */
  readonly changes: number;
}

/** A feature, a package (a channel is one), or the platform. */
function roomOf(file: string): string {
  const [, feature] = /\/features\/([^/]+)\//.exec(file) ?? [];
  if (feature) return feature;
  const [, channel] = /^packages\/(channels\/[^/]+)\//.exec(file) ?? [];
  return channel ?? /^(?:packages\/[^/]+|apps\/server\/src\/(?:platform|app))/.exec(file)?.[0] ?? 'program';
}

/** Sends one message through a sandbox LINE channel of a whole program, and reads what ran for it. */
export async function traceMessage(): Promise<MessagePath> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-trace-'));
  const trace = path.join(folder, 'trace');
  writeFileSync(trace, '');
  writeFileSync(`${trace}.epoch`, 'start');
  const hook = path.join(import.meta.dirname, 'trace-hook.ts');
  const environment = { HANASU_TRACE: trace, NODE_OPTIONS: `--import=${hook}`, BATCHING_DELAY_MS: '0' };
  const hanasu = await startHanasu(PORT, environment);
  try {
    const base = await hanasu.post<{ uuid: string }>('/api/user/knowledge', { name: 'Shop' });
    const text = '# Parking\nThere are 12 parking spaces. Parking is free for two hours.';
    await hanasu.post(`/api/user/knowledge/${base.uuid}/document`, { title: 'Handbook', text });
    await sleep(MESSAGE_MS);
    const knowledgeUuids = [base.uuid];
    const bot = await hanasu.post<{ uuid: string }>('/api/user/bot', {
      name: 'Clerk',
      serviceUuid: 'builtin-extractive',
      knowledgeUuids,
    });
    const channel = await hanasu.post<{ uuid: string }>('/api/channel/sandbox', {
      name: 'Counter',
      kind: 'line',
      botUuid: bot.uuid,
    });
    const simulator = `/api/channel/${channel.uuid}/simulator/alex`;
    await hanasu.post(simulator, { action: 'text', text: 'Hello' });
    await sleep(MESSAGE_MS);
    writeFileSync(`${trace}.epoch`, 'idle');
    await sleep(IDLE_MS);
    writeFileSync(`${trace}.epoch`, 'message');
    await sleep(100);
    await hanasu.post(simulator, { action: 'text', text: 'Is parking free?' });
    await sleep(MESSAGE_MS);
    writeFileSync(`${trace}.epoch`, 'end');
    const { messages } = await hanasu.get<{ messages: { from: string; text: string | null }[] }>(simulator);
    const answer = messages.at(-1);
    if (answer?.from !== 'account' || !answer.text?.includes('two hours')) {
      throw new Error(`the message was not answered: ${JSON.stringify(answer)}`);
    }
    return readPath(readFileSync(trace, 'utf8'));
  } finally {
    await hanasu.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readPath(trace: string): MessagePath {
  const all = trace
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([epoch, at = '', file = '', place = '', thread = '']) => ({
      epoch,
      at: Number(at),
      file,
      name: `${file}:${place}`,
      thread,
    }));
  const idle = new Set(all.filter(({ epoch }) => epoch === 'idle').map(({ name }) => name));
  const calls = all
    .filter(({ epoch, name }) => epoch === 'message' && !idle.has(name))
    .sort((one, other) => one.at - other.at);
  const from = calls.findIndex(({ file }) => ENTRANCE.test(file));
  const to = calls.findLastIndex(({ file }) => EXIT.test(file));
  if (from < 0 || to < from) throw new Error('the message was not followed from its webhook to its delivery');
  // Threads run side by side: each is read for itself, the one that takes the webhook first.
  const ran = [...Map.groupBy(calls.slice(from, to + 1), ({ thread }) => thread).values()].flatMap((own) =>
    own.map(({ file }) => file),
  );
  const files = [...new Set(ran)].filter((file) => !NOT_THE_PATH.test(file));
  const rooms = files.map(roomOf);
  return { files, changes: rooms.filter((room, place) => place > 0 && room !== rooms[place - 1]).length };
}
