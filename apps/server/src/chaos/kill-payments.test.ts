import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentView } from '@hanasu/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, HttpAnswer } from '../testing/test-server.ts';
import { reportResult, seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { registerOwner } from './chaos-stage.fixture.ts';
import { type KillableStage, setKillableStage } from './killable-server.fixture.ts';

const PAYERS = 4;
const PAYMENTS = sizeOf(40, 400);
const KILLS = sizeOf(4, 30);
const TOKENS = 1_000_000;
const CARDS = ['ok', 'early_event', 'refunded', 'ok', 'disputed', 'early_event'] as const;
const PATIENCE_MS = 120_000;
const random = seededRandom('kill-payments');

let stage: KillableStage;
beforeAll(async () => {
  stage = await setKillableStage({ PAYMENT_SANDBOX: 'on' });
});
afterAll(() => stage.close());

/** Sends it again as long as the server is away, as a browser does; returns what it answers at last. */
async function persist(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const since = performance.now();
  for (;;) {
    const answer = await send().catch(() => null);
    // Answers of the server that mean "later": it is away, or is asked too often.
    if (answer && answer.status < 500 && answer.status !== 429) return answer;
    if (performance.now() - since > PATIENCE_MS) throw new Error(`no answer (${answer?.status ?? 'none'})`);
    await sleep(50);
  }
}

const readPayment = async (owner: Caller, uuid: string): Promise<PaymentView> =>
  ((await persist(() => owner.raw('GET', `/api/user/payment/${uuid}`))).body as { payment: PaymentView })
    .payment;

async function buy(owner: Caller, index: number): Promise<string> {
  const body = { packageId: 'small', currency: 'JPY', idempotencyKey: `chaos-payment-${index}` };
  const begun = await persist(() => owner.raw('POST', '/api/user/payment', { body }));
  const { payment } = begun.body as { payment: PaymentView };
  const card = CARDS[index % CARDS.length];
  await persist(() => owner.raw('POST', `/api/user/payment/${payment.uuid}/confirm`, { body: { card } }));
  return payment.uuid;
}

test('killed while payments are made, refunded and disputed: each is credited once and has one receipt', async () => {
  const owner = await registerOwner(stage.address, 'payments');
  await stage.sql('update users set email_verified_at = now()');
  const bought: string[] = [];
  let kills = 0;
  // Payments of one part are made around its kill: none is ahead of it.
  const part = PAYMENTS / KILLS;
  const payer = async (first: number) => {
    for (let index = first; index < PAYMENTS; index += PAYERS) {
      while (index >= (kills + 1) * part) await sleep(5);
      bought.push(await buy(owner, index));
    }
  };
  const paying = Promise.all(Array.from({ length: PAYERS }, (_, first) => payer(first)));
  for (; kills < KILLS; kills += 1) {
    const least = Math.floor((kills + random() * 0.7) * part);
    while (bought.length < least) await sleep(2);
    await sleep(random() * 40);
    await stage.server.kill();
    await stage.server.start();
  }
  await paying;
  expect(new Set(bought).size).toBe(PAYMENTS);
  const wanted = (name: string): number =>
    Array.from({ length: PAYMENTS }, (_, index) => CARDS[index % CARDS.length]).filter(
      (card) => card === name,
    ).length;
  const [refunds, disputes] = [wanted('refunded'), wanted('disputed')];
  // What events no longer bring, as they were lost with a process, is found by asking.
  const since = performance.now();
  for (;;) {
    const seen = await Promise.all(bought.map((uuid) => readPayment(owner, uuid)));
    expect(seen.every(({ state }) => state === 'paid' || state === 'refunded')).toBe(true);
    const refunded = seen.filter(({ state }) => state === 'refunded').length;
    const disputed = seen.filter(({ dispute }) => dispute === 'open').length;
    if (refunded === refunds && disputed === disputes) break;
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`${refunded} refunded, ${disputed} disputed`);
    await sleep(500);
  }
  const [sums] = await stage.sql<Record<string, number>>(
    `select (select balance from token_balances)::float as balance,
       (select sum(tokens) from ledger_entries)::float as entries,
       (select sum(left_tokens) from token_lots)::float as left,
       (select sum(tokens) from ledger_entries where kind = 'grant')::float as granted,
       (select count(*) from ledger_entries where kind = 'purchase')::int as purchases,
       (select count(distinct payment_id) from token_lots where kind = 'paid')::int as lots,
       (select count(*) from receipts where kind = 'receipt')::int as receipts,
       (select count(*) from receipts where kind = 'refund')::int as notes,
       (select count(distinct number) from receipts)::int as numbers,
       (select max(right(number, 6)::int) from receipts)::int as last,
       (select count(*) from payments)::int as payments`,
  );
  const { granted = 0 } = sums ?? {};
  const kept = (PAYMENTS - refunds - disputes) * TOKENS;
  expect(sums).toEqual({
    granted,
    ...{ balance: granted + kept, entries: granted + kept, left: granted + kept },
    ...{ payments: PAYMENTS, purchases: PAYMENTS, lots: PAYMENTS },
    ...{ receipts: PAYMENTS, notes: refunds, numbers: PAYMENTS + refunds, last: PAYMENTS + refunds },
  });
  reportResult({
    fault: 'kill -9 while tokens are paid for',
    times: KILLS,
    messages: PAYMENTS,
    lost: PAYMENTS - (sums?.purchases ?? 0),
    doubled: (sums?.purchases ?? 0) - PAYMENTS,
    unanswered: 0,
    toPerson: 0,
    outOfOrder: 0,
  });
});
