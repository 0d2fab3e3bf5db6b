import { describe, expect, test } from 'vitest';
import { describeGateway, type GatewayStage, type RawEvent } from '../spec/testing/gateway-suite.ts';
import { createSandboxGateway, type SandboxStore } from './sandbox.gateway.ts';
import type { SandboxPayment } from './sandbox-payment.ts';

function memoryStore(): SandboxStore {
  const payments = new Map<string, SandboxPayment>();
  return {
    read: async (id) => payments.get(id) ?? null,
    async add(payment) {
      const there = [...payments.values()].find(({ paymentId }) => paymentId === payment.paymentId);
      if (there) return there;
      payments.set(payment.id, payment);
      return payment;
    },
    async change(id, change) {
      const before = payments.get(id);
      if (!before) return null;
      const after = change(before) ?? before;
      payments.set(id, after);
      return after;
    },
  };
}

function openStage(store = memoryStore()) {
  let clock = 1_790_000_000_000;
  const waiting: { event: RawEvent; at: number }[] = [];
  const gateway = createSandboxGateway({
    store,
    secret: 'secret of this test',
    challengeUrl: (id, token) => `http://127.0.0.1/challenge/${id}/${token}`,
    deliver: (event, afterMs) => void waiting.push({ event, at: clock + afterMs }),
    now: () => clock,
  });
  const confirm = async (id: string, card: string): Promise<void> => {
    const outcome = await gateway.confirm?.(id, { card, returnUrl: 'http://127.0.0.1/back' });
    if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome));
  };
  const stage: GatewayStage = {
    gateway,
    pay: ({ id }, card) => confirm(id, card),
    async answer(id, isConfirmed) {
      const outcome = await gateway.read(id);
      const token = outcome.kind === 'done' ? (outcome.value.actionUrl?.split('/').at(-1) ?? '') : '';
      if ((await gateway.answer(id, { token, isConfirmed })) !== 'http://127.0.0.1/back')
        throw new Error('no page');
    },
    events: () => waiting.filter(({ at }) => at <= clock).map(({ event }) => event),
    wait: (ms) => {
      clock += ms;
    },
  };
  return { stage, confirm, due: () => waiting.map(({ at }) => at - clock) };
}

const { stage } = openStage();
describeGateway('sandbox', () => stage);

describe('cards of the sandbox', () => {
  const pay = async (card: string) => {
    const opened = openStage();
    const created = await opened.stage.gateway.create({
      paymentId: 'p',
      accountId: 'a',
      amount: 500,
      currency: 'JPY',
      description: '',
      key: 'k',
    });
    if (created.kind !== 'done') throw new Error('not created');
    await opened.confirm(created.value.id, card);
    const now = async () => {
      const outcome = await opened.stage.gateway.read(created.value.id);
      return outcome.kind === 'done' ? outcome.value : null;
    };
    return { ...opened, now };
  };

  test('the event comes late, or before anybody has asked', async () => {
    expect((await pay('slow_event')).due()).toEqual([60_000]);
    expect((await pay('early_event')).due()).toEqual([0]);
  });

  test('refunded and disputed: paid first, and a moment later not', async () => {
    for (const [card, after] of [
      ['refunded', { refunded: 500, dispute: 'none' }],
      ['disputed', { refunded: 0, dispute: 'open' }],
    ] as const) {
      const { now, stage: own } = await pay(card);
      expect(await now()).toMatchObject({ status: 'succeeded', refunded: 0, dispute: 'none' });
      own.wait(5_000);
      expect(await now()).toMatchObject({ status: 'succeeded', ...after });
      expect(own.events()).toHaveLength(2);
    }
  });

  test('what happens later is stored with the payment: a process that ends right after it loses nothing', async () => {
    const memory = memoryStore();
    let isDead = false;
    const { stage: own, confirm } = openStage({
      ...memory,
      async change(id, change) {
        if (isDead) throw new Error('the process has ended');
        isDead = true;
        return memory.change(id, change);
      },
    });
    const request = {
      paymentId: 'p',
      accountId: 'a',
      amount: 500,
      currency: 'JPY' as const,
      description: '',
      key: 'k',
    };
    const created = await own.gateway.create(request);
    if (created.kind !== 'done') throw new Error(JSON.stringify(created));
    await confirm(created.value.id, 'refunded');
    own.wait(5_000);
    expect(await own.gateway.read(created.value.id)).toMatchObject({ value: { refunded: 500 } });
  });

  test('a card that it does not offer is refused', async () => {
    await expect(pay('4242424242424242')).rejects.toThrow('card_unknown');
  });
});
