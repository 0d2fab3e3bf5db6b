import { startHanasu } from './lib/hanasu.ts';
import { checkBounds, percentile, printTable } from './lib/print-table.ts';
import { startProgram } from './lib/start-program.ts';

/**
 * 500 customers at once on the dearest of the common models: what becomes of each, how long they wait for room in the
 * balance, and how far it falls. Replies are 200 tokens in two seconds; every twentieth may use its whole limit. Without
 * estimates each answer would hold its worst case, so only as many as fit at once would be answered.
 */
const FAKE_PORT = 4720;
const HANASU_PORT = 4721;
const CUSTOMERS = Number(process.argv[2] ?? 500);
const REPLY = 'bench-200-10';
const LONG_REPLY = 1_500;
/** What an answer of this bot may cost: 7,500 tokens of input and 1,500 of output at the rates of gpt-4o. */
const WORST_CASE = 7_500 * 25 + LONG_REPLY * 100;
const UNCONFIRMED = 50;
const SCENARIOS = [
  { tokens: 1_000_000, everyLong: 0 },
  { tokens: 1_000_000, everyLong: 20 },
  { tokens: 20_000_000, everyLong: 0 },
  { tokens: 20_000_000, everyLong: 20 },
];

interface ChatAnswer {
  readonly outcome: string;
  readonly timing: { readonly total: number };
}
interface Asked {
  readonly outcome: string;
  readonly waitedMs: number;
}
interface History {
  readonly items: readonly { readonly balance: number }[];
  readonly total: number;
  readonly balance: number;
  readonly reserved: number;
}

async function measure({ tokens, everyLong }: (typeof SCENARIOS)[number]) {
  const hanasu = await startHanasu(HANASU_PORT, {
    // So much is there before the address is confirmed.
    STARTING_TOKENS: String(tokens * UNCONFIRMED),
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: baseUrl,
  });
  try {
    const bot = { name: 'Clerk', serviceUuid: 'openai-gpt-4o', instructions: 'You answer customers.' };
    const { uuid: botUuid } = await hanasu.post<{ uuid: string }>('/api/user/bot', bot);
    const ask = async (index: number): Promise<Asked> => {
      const isLong = everyLong > 0 && index % everyLong === everyLong - 1;
      const message = isLong ? `Question ${index}: write ${LONG_REPLY} tokens` : `Question ${index}`;
      const startedAt = performance.now();
      const answer = await hanasu.post<ChatAnswer>('/api/chat', { botUuid, message });
      return { outcome: answer.outcome, waitedMs: performance.now() - startedAt - answer.timing.total };
    };
    const asked = await Promise.all(
      Array.from({ length: CUSTOMERS }, (_, index) => ask(index).catch(failed)),
    );
    const { total: handed } = await hanasu.get<{ total: number }>('/api/user/conversations?handling=waiting');
    const { lowest, reserved } = await readBalances(hanasu.get);
    const answered = asked.filter(({ outcome }) => outcome === 'answered');
    const waited = answered.map(({ waitedMs }) => waitedMs);
    return {
      tokens,
      'at their limit': everyLong > 0 ? `${100 / everyLong} %` : '0 %',
      answered: answered.length,
      'with a person': handed,
      'of these busy': asked.filter(({ outcome }) => outcome === 'busy').length,
      unanswered: CUSTOMERS - answered.length - handed,
      'waited p50 s': percentile(waited, 0.5) / 1_000,
      'waited p95 s': percentile(waited, 0.95) / 1_000,
      'lowest balance': lowest,
      'still reserved': reserved,
      'worst case reserved: at once': Math.min(CUSTOMERS, Math.ceil(tokens / WORST_CASE)),
    };
  } finally {
    await hanasu.stop();
  }
}

const most = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  Math.max(...rows.map((row) => row[name]));

const failed = (error: unknown): Asked => {
  console.error(String(error));
  return { outcome: 'failed', waitedMs: Number.NaN };
};

async function readBalances(get: <T>(path: string) => Promise<T>) {
  const balances: number[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/user/token/history?pageSize=100&page=${page}`;
    const { items, total, reserved } = await get<History>(path);
    balances.push(...items.map(({ balance }) => balance));
    if (balances.length >= total) return { lowest: Math.min(...balances), reserved };
  }
}

const fake = await startProgram({
  file: 'packages/models/fake/main.ts',
  arguments: ['--port', String(FAKE_PORT)],
  readyWhen: /OPENAI_BASE_URL=\S+\n/,
});
const baseUrl = /OPENAI_BASE_URL=(\S+)/.exec(fake.output)?.[1] ?? '';
try {
  const body = JSON.stringify({ model: '*', behaviour: REPLY });
  const set = await fetch(`http://127.0.0.1:${FAKE_PORT}/behave`, { method: 'POST', body });
  if (!set.ok) throw new Error(`behave: ${set.status}`);
  const rows = [];
  for (const scenario of SCENARIOS) rows.push(await measure(scenario));
  printTable(`${CUSTOMERS} customers at once, gpt-4o, 200 tokens in two seconds`, rows);
  checkBounds([
    {
      what: 'lowest balance (minus one worst case)',
      measured: Math.min(...rows.map((row) => row['lowest balance'])),
      atLeast: -WORST_CASE,
    },
    { what: 'customers without answer or person', measured: most(rows, 'unanswered'), atMost: 0 },
    { what: 'tokens still reserved', measured: most(rows, 'still reserved'), atMost: 0 },
  ]);
} finally {
  await fake.stop();
}
