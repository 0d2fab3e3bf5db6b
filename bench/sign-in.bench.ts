import { cpus } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { Agent, request } from 'undici';
import { drive } from './lib/drive.ts';
import { startHanasu } from './lib/hanasu.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';

/**
 * Sign-ins a second against the bound, what one thread verifies of the same hashes in this very run; and how quickly
 * `GET /healthz` answers while people flood the server with sign-ins. Passwords are hashed on all cores but one: on a
 * machine of two, the numbers are those of one core. By e-mail each sign-in verifies twice.
 */
const PORT = 4731;
const LANES = 16;
const MILLISECONDS = 8_000;
const IDLE_BETWEEN_MS = 20;
/** What `product` asks for: the event loop is never blocked. */
const HEALTH_LIMIT_MS = 50;
const PASSWORD = 'a long password';

const agent = new Agent({ connections: LANES, pipelining: 1 });
const probe = new Agent({ connections: 1, pipelining: 1 });

/** More than sign in at once: five of one person at the same moment would count as guesses. */
const PEOPLE = Array.from({ length: 4 * LANES }, (_, index) => `person-${index}`);

async function post(url: string, body: object): Promise<void> {
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.body.dump();
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
}

const registerAll = async (url: string): Promise<void> => {
  for (const username of PEOPLE) {
    const body = { username, email: `${username}@example.com`, password: PASSWORD, acceptedTerms: true };
    await post(`${url}/api/auth/local/register`, body);
  }
};

const signIn =
  (url: string, identifierOf: (username: string) => string) =>
  (index: number): Promise<void> => {
    const identifier = identifierOf(PEOPLE[index % PEOPLE.length] ?? '');
    return post(`${url}/api/auth/local`, { identifier, password: PASSWORD });
  };

function verifiesPerSecond(milliseconds: number): number {
  const hash = hashSync(PASSWORD);
  const startedAt = performance.now();
  let verified = 0;
  for (; performance.now() - startedAt < milliseconds; verified += 1) verifySync(hash, PASSWORD);
  return verified / ((performance.now() - startedAt) / 1000);
}

/** Asks again and again, with a pause, while `work` runs. */
async function healthDuring(url: string, work: Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    const response = await request(`${url}/healthz`, { dispatcher: probe });
    await response.body.dump();
    durations.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, IDLE_BETWEEN_MS));
  }
  await done;
  return durations;
}

const hanasu = await startHanasu(PORT);
try {
  await registerAll(hanasu.url);
  const bound = verifiesPerSecond(3_000);
  const rows: Record<string, string | number>[] = [
    {
      way: 'bound: one thread verifies',
      'a second': bound,
      verifications: 1,
      '÷ bound': '',
      'p50 ms': '',
      'p99 ms': '',
    },
  ];
  const health: { while: string; 'p50 ms': number; 'p99 ms': number }[] = [];
  const idle = await healthDuring(hanasu.url, new Promise((resolve) => setTimeout(resolve, MILLISECONDS)));
  health.push({ while: 'idle', 'p50 ms': median(idle), 'p99 ms': percentile(idle, 0.99) });
  const ways = [
    { name: 'by user name', identifierOf: (username: string) => username, verifications: 1 },
    { name: 'by e-mail', identifierOf: (username: string) => `${username}@example.com`, verifications: 2 },
  ];
  for (const { name, identifierOf, verifications } of ways) {
    const call = signIn(hanasu.url, identifierOf);
    for (let warm = 0; warm < 5; warm += 1) await call(warm);
    const driven = drive(call, { lanes: LANES, milliseconds: MILLISECONDS });
    const answers = await healthDuring(hanasu.url, driven);
    const { perSecond, durations } = await driven;
    rows.push({
      way: name,
      'a second': perSecond,
      verifications,
      '÷ bound': ((perSecond * verifications) / bound).toFixed(2),
      'p50 ms': median(durations),
      'p99 ms': percentile(durations, 0.99),
    });
    health.push({
      while: `sign-ins ${name}`,
      'p50 ms': median(answers),
      'p99 ms': percentile(answers, 0.99),
    });
  }
  printTable(`Sign-ins, ${LANES} at once, ${cpus().length} cores`, rows);
  printTable('GET /healthz', health);
  const slowest = Math.max(...health.map((row) => row['p99 ms']));
  checkBounds([{ what: 'GET /healthz, p99 ms', measured: slowest, atMost: HEALTH_LIMIT_MS }]);
} finally {
  await hanasu.stop();
  await agent.close();
  await probe.close();
}
