import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GatewayPayment, NewPayment, Outcome, PaymentGateway } from '../gateway.ts';

/** Cards of a payer, on any gateway. `secure`: a card that asks to confirm. */
export type SuiteCard = 'ok' | 'secure' | 'declined' | 'insufficient' | 'expired';

export interface RawEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface GatewayStage {
  readonly gateway: PaymentGateway;
  pay(created: { readonly id: string; readonly clientSecret: string | null }, card: SuiteCard): Promise<void>;
  answer(id: string, isConfirmed: boolean): Promise<void>;
  /** The holder of the card disputes, and it is decided. */
  dispute?(id: string, state: 'open' | 'won' | 'lost'): Promise<void>;
  /** Events that the vendor has sent to the webhook so far, as they came over the wire. */
  events(): readonly RawEvent[];
  /** The clock of the gateway goes on. */
  wait(ms: number): void;
}

const done = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.kind !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`);
  return outcome.value;
};

/** Rules that every gateway keeps. */
export function describeGateway(name: string, stageOf: () => GatewayStage): void {
  const request = (more: Partial<NewPayment> = {}): NewPayment => {
    const paymentId = randomUUID();
    return {
      paymentId,
      accountId: randomUUID(),
      amount: 1_100,
      currency: 'JPY',
      description: '10,000 tokens',
      key: `payment-${paymentId}-create-1`,
      ...more,
    };
  };
  const begun = async (more: Partial<NewPayment> = {}) => {
    const asked = request(more);
    return { asked, created: done(await stageOf().gateway.create(asked)) };
  };
  const paid = async (card: SuiteCard = 'ok', more: Partial<NewPayment> = {}) => {
    const { asked, created } = await begun(more);
    await stageOf().pay(created, card);
    return { asked, id: created.id };
  };
  const now = async (id: string): Promise<GatewayPayment> => done(await stageOf().gateway.read(id));

  describe(`gateway ${name}`, () => {
    test.each([
      ['JPY', 1_100],
      ['VND', 250_000],
      ['USD', 1_999],
    ] as const)('a payment in %s is as it was asked for', async (currency, amount) => {
      const { asked, created } = await begun({ currency, amount });
      expect(await now(created.id)).toMatchObject({
        id: created.id,
        paymentId: asked.paymentId,
        accountId: asked.accountId,
        status: 'open',
        amount,
        currency,
        refunded: 0,
        dispute: 'none',
        failure: null,
      });
    });

    test('the same key gives the same payment, another amount under it is refused', async () => {
      const { asked, created } = await begun();
      expect(done(await stageOf().gateway.create(asked))).toEqual(created);
      expect(await stageOf().gateway.create({ ...asked, amount: 2_200 })).toMatchObject({
        kind: 'refused',
        code: 'idempotency_error',
      });
    });

    test.each([0.5, 0, -5])('an amount of %d is refused', async (amount) => {
      expect(await stageOf().gateway.create(request({ amount }))).toMatchObject({ kind: 'refused' });
    });

    test('a card that is taken pays', async () => {
      const { id } = await paid();
      expect(await now(id)).toMatchObject({ status: 'succeeded', failure: null });
      expect((await now(id)).card).not.toBeNull();
    });

    test.each([
      ['declined', 'declined'],
      ['insufficient', 'insufficient_funds'],
      ['expired', 'expired_card'],
    ] as const)(
      'a card that is %s takes no money, and another one pays the same payment',
      async (card, failure) => {
        const { created } = await begun();
        await stageOf().pay(created, card);
        expect(await now(created.id)).toMatchObject({ status: 'open', failure });
        await stageOf().pay(created, 'ok');
        expect(await now(created.id)).toMatchObject({ status: 'succeeded', failure: null });
      },
    );

    test('3-D Secure: confirmed, it is paid', async () => {
      const { id } = await paid('secure');
      const waiting = await now(id);
      expect(waiting).toMatchObject({ status: 'action', failure: null });
      expect(waiting.actionUrl).toMatch(/^https?:/);
      await stageOf().answer(id, true);
      expect(await now(id)).toMatchObject({ status: 'succeeded', actionUrl: null });
    });

    test('3-D Secure: refused, nothing is taken and another card pays', async () => {
      const { created } = await begun();
      await stageOf().pay(created, 'secure');
      await stageOf().answer(created.id, false);
      expect(await now(created.id)).toMatchObject({ status: 'open', failure: 'authentication_failed' });
      await stageOf().pay(created, 'ok');
      expect(await now(created.id)).toMatchObject({ status: 'succeeded' });
    });

    test('3-D Secure: left alone, it waits, and can be canceled', async () => {
      const { id } = await paid('secure');
      expect(await now(id)).toMatchObject({ status: 'action' });
      expect(done(await stageOf().gateway.cancel(id, `cancel-${id}`))).toMatchObject({ status: 'canceled' });
      await expect(stageOf().answer(id, true)).rejects.toThrow();
      expect(await now(id)).toMatchObject({ status: 'canceled' });
    });

    test('what is canceled can not be paid, what is paid not canceled', async () => {
      const { created } = await begun();
      done(await stageOf().gateway.cancel(created.id, `cancel-${created.id}`));
      await expect(stageOf().pay(created, 'ok')).rejects.toThrow();
      const { id } = await paid();
      expect(await stageOf().gateway.cancel(id, `cancel-${id}`)).toMatchObject({ kind: 'refused' });
    });

    test('what is paid is not paid again', async () => {
      const { created } = await begun();
      await stageOf().pay(created, 'ok');
      await expect(stageOf().pay(created, 'ok')).rejects.toThrow();
    });

    test('refunds: in parts, once for each key, never more than was paid', async () => {
      const { gateway } = stageOf();
      const { id } = await paid();
      const first = { id, amount: 400, key: `refund-${id}-1` };
      expect(done(await gateway.refund(first))).toMatchObject({ refunded: 400, status: 'succeeded' });
      expect(done(await gateway.refund(first))).toMatchObject({ refunded: 400 });
      expect(await gateway.refund({ id, amount: 701, key: `refund-${id}-2` })).toMatchObject({
        kind: 'refused',
      });
      expect(done(await gateway.refund({ id, amount: 700, key: `refund-${id}-3` }))).toMatchObject({
        refunded: 1_100,
      });
      expect(await gateway.refund({ id, amount: 1, key: `refund-${id}-4` })).toMatchObject({
        kind: 'refused',
      });
    });

    test('nothing is given back of what was not paid', async () => {
      const { created } = await begun();
      expect(
        await stageOf().gateway.refund({ id: created.id, amount: 100, key: `refund-${created.id}` }),
      ).toMatchObject({ kind: 'refused' });
    });

    test('refuses an unknown payment and does not guess', async () => {
      for (const outcome of [
        await stageOf().gateway.read('pi_nobody'),
        await stageOf().gateway.cancel('pi_nobody', 'cancel-nobody'),
        await stageOf().gateway.refund({ id: 'pi_nobody', amount: 1, key: 'refund-nobody' }),
      ])
        expect(outcome).toMatchObject({ kind: 'refused', code: 'resource_missing' });
    });

    test('events name their payment, and are read as they came', async () => {
      const { id } = await paid();
      stageOf().wait(5_000);
      const read = stageOf()
        .events()
        .map(({ headers, body }) => stageOf().gateway.readEvent(headers, body));
      expect(read).toContainEqual(expect.objectContaining({ kind: 'event', payment: id, isTest: true }));
      const ids = read.flatMap((event) => (event.kind === 'event' ? [event.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('refuses an event that was changed, signed with another key, unsigned, old or from the future', async () => {
      await paid();
      stageOf().wait(5_000);
      const { gateway } = stageOf();
      const event = stageOf().events().at(-1);
      if (!event) throw new Error('no event');
      expect(gateway.readEvent(event.headers, event.body)).toMatchObject({ kind: 'event' });
      const changed = Buffer.from(Buffer.from(event.body).toString('utf8').replace('{', '{ '));
      expect(gateway.readEvent(event.headers, changed)).toEqual({
        kind: 'refused',
        reason: 'wrong_signature',
      });
      expect(gateway.readEvent({}, event.body)).toEqual({ kind: 'refused', reason: 'unsigned' });
      const garbled = Object.fromEntries(Object.keys(event.headers).map((header) => [header, 'v1=00,t=x']));
      expect(gateway.readEvent(garbled, event.body)).toMatchObject({ kind: 'refused' });
      stageOf().wait(301_000);
      expect(gateway.readEvent(event.headers, event.body)).toEqual({ kind: 'refused', reason: 'old' });
      stageOf().wait(-700_000);
      expect(gateway.readEvent(event.headers, event.body)).toEqual({ kind: 'refused', reason: 'old' });
      stageOf().wait(399_000);
    });
  });
}
