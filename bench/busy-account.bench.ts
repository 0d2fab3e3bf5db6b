import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchHanasu, startHanasu } from './lib/hanasu.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';
import { openSandboxConversations } from './lib/sandbox-conversations.ts';

/**
 * What another account waits for a page while staff of one account send 60 messages and 60 forms at the same moment: into
 * one conversation, and into twelve. In turns with what it waits while nothing else is going on. None of the 120 is refused.
 * The last row sends the same to another Hanasu on this machine: what is left there is what server, database and caller take
 * of each other's processors. `--rounds N` instead of 8.
 */
const PORT = 4741;
const AT_ONCE = 60;
const CHANNELS = 4;
const at = process.argv.indexOf('--rounds');
const ROUNDS = at === -1 ? 8 : Number(process.argv[at + 1]);
/** Asks of the other account in each quiet part, as many as fit into a busy one. */
const QUIET_PROBES = 40;
const PROBE_EVERY_MS = 20;
const RATIO = 2;

interface Probe {
  readonly status: number;
  readonly ms: number;
}

const hanasu = await startHanasu(PORT);
const elsewhere = await startHanasu(PORT + 1);
try {
  const other = await registerOther(hanasu);
  const here = await openShop(hanasu);
  const there = await openShop(elsewhere);
  const [first] = here.conversations;
  const rows = [
    await measure('one conversation', { ...here, other, conversations: first ? [first] : [] }),
    await measure(`${here.conversations.length} conversations`, { ...here, other }),
  ];
  const floor = await measure('the same to another server', { ...there, other });
  printTable(
    `${AT_ONCE} messages and ${AT_ONCE} forms at once, ${ROUNDS} rounds`,
    [...rows, floor].map(({ row }) => row),
  );
  checkBounds(
    rows.flatMap(({ where, refused, failed, ratio }) => [
      { what: `${where}: sends that were refused`, measured: refused, atMost: 0 },
      { what: `${where}: pages of the other account that failed`, measured: failed, atMost: 0 },
      { what: `${where}: p95 of the other account, busy ÷ quiet`, measured: ratio, atMost: RATIO },
    ]),
  );
} finally {
  await Promise.all([hanasu.stop(), elsewhere.stop()]);
}

interface Shop {
  readonly server: BenchHanasu;
  readonly formUuid: string;
  readonly conversations: readonly string[];
}

async function openShop(server: BenchHanasu): Promise<Shop> {
  const formUuid = await addForm(server);
  return { server, formUuid, conversations: await openSandboxConversations(server, CHANNELS) };
}

async function measure(
  where: string,
  { server, other, formUuid, conversations }: Shop & { readonly other: string },
) {
  const [quiet, busy]: [Probe[], Probe[]] = [[], []];
  const burstMs: number[] = [];
  let refused = 0;
  // The first round warms everything.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = await probe(other, QUIET_PROBES);
    const startedAt = performance.now();
    let isOver = false;
    const sending = Promise.all(
      Array.from(
        { length: AT_ONCE },
        (_, index) => conversations[index % conversations.length] ?? '',
      ).flatMap((uuid, index) => [
        statusOf(server, `/api/user/conversation/${uuid}/message`, { text: `Message ${round}/${index}` }),
        statusOf(server, `/api/form/${formUuid}/send`, { conversationUuid: uuid, as: 'link' }),
      ]),
    ).finally(() => {
      isOver = true;
    });
    const during: Probe[] = [];
    while (!isOver) during.push(...(await probe(other, 1)));
    const statuses = await sending;
    if (round === 0) continue;
    burstMs.push(performance.now() - startedAt);
    refused += statuses.filter((status) => status >= 300).length;
    quiet.push(...before);
    busy.push(...during);
  }
  const [quietMs, busyMs] = [quiet, busy].map((probes) => probes.map(({ ms }) => ms)) as [number[], number[]];
  const ratio = percentile(busyMs, 0.95) / percentile(quietMs, 0.95);
  const failed = [...quiet, ...busy].filter(({ status }) => status !== 200).length;
  const row = {
    where,
    'burst p50 ms': median(burstMs),
    refused,
    'pages asked': busy.length,
    'quiet p50 ms': median(quietMs),
    'quiet p95 ms': percentile(quietMs, 0.95),
    'busy p50 ms': median(busyMs),
    'busy p95 ms': percentile(busyMs, 0.95),
    'p95 ratio': ratio.toFixed(2),
  };
  return { where, row, refused, failed, ratio };
}

/** A page of the other account, one after the other. */
async function probe(authorization: string, count: number): Promise<Probe[]> {
  const probes: Probe[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${hanasu.url}/api/user/bots`, { headers: { authorization } });
    await response.arrayBuffer();
    probes.push({ status: response.status, ms: performance.now() - startedAt });
    await sleep(PROBE_EVERY_MS);
  }
  return probes;
}

async function statusOf({ url, authorization }: BenchHanasu, path: string, body: unknown): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function registerOther({ post }: BenchHanasu): Promise<string> {
  const { jwt } = await post<{ jwt: string }>('/api/auth/local/register', {
    username: 'other',
    email: 'other@example.com',
    password: 'a long password',
    acceptedTerms: true,
  });
  return `Bearer ${jwt}`;
}

async function addForm({ post }: BenchHanasu): Promise<string> {
  const field = { kind: 'text', key: 'name', label: { en: 'Name' } };
  const definition = { languages: ['en'], title: { en: 'Contact us' }, pages: [{ fields: [field] }] };
  const { uuid } = await post<{ uuid: string }>('/api/form', { name: 'bench', definition });
  await post(`/api/form/${uuid}/publish`, {});
  return uuid;
}
