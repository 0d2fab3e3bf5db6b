import { randomUUID } from 'node:crypto';
import type { PaymentId } from '@hanasu/contract/ids';
import { confirmPayment, createPayment, getPayment } from '@hanasu/contract/payments';
import * as contract from '@hanasu/contract/receipts';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startTestServer({
    OPERATOR_NAME: '株式会社はなす',
    RECEIPT_REGISTRATION_NUMBER: 'T7000012050002',
  });
  person = await server.register();
});
afterAll(() => server.stop());

const begin = async (buyer: SignedIn): Promise<PaymentId> => {
  const body = { packageId: 'medium', currency: 'JPY' as const, idempotencyKey: randomUUID() };
  return (await buyer.call(createPayment, { body })).payment.uuid;
};
const pay = (buyer: SignedIn, uuid: PaymentId, card = 'ok') =>
  buyer.call(confirmPayment, { params: { uuid }, body: { card } });
const paid = async (buyer: SignedIn): Promise<PaymentId> => {
  const uuid = await begin(buyer);
  await pay(buyer, uuid);
  return uuid;
};
const list = (buyer: SignedIn, uuid: PaymentId) => buyer.call(contract.listReceipts, { params: { uuid } });
const fetchPdf = async (buyer: SignedIn, uuid: PaymentId, { number = '', method = 'GET' } = {}) => {
  const path = `/api/user/payment/${uuid}/receipt${number && `?number=${number}`}`;
  const headers = { authorization: `Bearer ${buyer.jwt}` };
  const response = await fetch(new URL(path, server.address), { method, headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await response.arrayBuffer());
};
const textOf = async (pdf: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;

const DETAILS: contract.BillingDetails = {
  isCompany: true,
  name: '株式会社喫茶さくら',
  department: '経理部',
  address: '東京都渋谷区神宮前1-1-1',
  taxNumber: '',
  email: 'keiri@sakura.example',
  locale: 'ja',
};

test('a payment has one receipt, however many look at once, and its numbers have no gap', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => server.register()));
  const all = await Promise.all(
    buyers.map(async (buyer, index) => {
      const uuid = await begin(buyer);
      // Every other one is refused first: a payment that fails takes no number.
      if (index % 2 === 0) await pay(buyer, uuid, 'declined');
      await pay(buyer, uuid, 'early_event');
      await Promise.all(Array.from({ length: 5 }, () => buyer.call(getPayment, { params: { uuid } })));
      return list(buyer, uuid);
    }),
  );
  for (const { receipts, isAvailable } of all) {
    expect(receipts).toHaveLength(1);
    expect(isAvailable).toBe(true);
    expect(receipts[0]).toMatchObject({ kind: 'receipt', amount: 4_950, replacedBy: null });
  }
  const stored = await server.sql<{ number: string }>('select number from receipts order by number');
  const counts = stored.map(({ number }) => Number(number.split('-').at(-1)));
  expect(counts).toEqual(counts.map((_count, index) => index + 1));
  expect(stored[0]?.number).toMatch(/^TEST-\d{4}-000001$/);
});

test('the first download is the original, later ones are marked, and each stays the same bytes', async () => {
  const buyer = await server.register();
  const uuid = await paid(buyer);
  expect(await fetchPdf(buyer, uuid, { method: 'HEAD' })).toHaveLength(0);
  expect((await list(buyer, uuid)).receipts[0]?.isDownloaded).toBe(false);
  const [first, second, third] = [
    await fetchPdf(buyer, uuid),
    await fetchPdf(buyer, uuid),
    await fetchPdf(buyer, uuid),
  ];
  expect(await textOf(first)).not.toContain('Reissued');
  expect(await textOf(second)).toContain('Reissued');
  expect(third.equals(second)).toBe(true);
  expect((await list(buyer, uuid)).receipts[0]?.isDownloaded).toBe(true);
});

test('of downloads at the same moment one is the original', async () => {
  const buyer = await server.register();
  const uuid = await paid(buyer);
  const texts = await Promise.all(Array.from({ length: 4 }, async () => textOf(await fetchPdf(buyer, uuid))));
  expect(texts.filter((text) => !text.includes('Reissued'))).toHaveLength(1);
});

test('a corrected receipt replaces the valid one under a new number', async () => {
  const buyer = await server.register();
  const uuid = await paid(buyer);
  const [before] = (await list(buyer, uuid)).receipts;
  expect(before?.recipient).toBe(buyer.user.account.name);
  expect(await buyer.refused(contract.correctReceipt, { params: { uuid } })).toMatchObject({
    code: 'receipt_unchanged',
  });
  await buyer.call(contract.putBillingDetails, { body: DETAILS });
  expect(await list(buyer, uuid)).toMatchObject({ canCorrect: true });
  const corrected = await buyer.call(contract.correctReceipt, { params: { uuid } });
  expect(corrected).toMatchObject({ recipient: DETAILS.name, replacedBy: null });
  const after = await list(buyer, uuid);
  expect(after).toMatchObject({ canCorrect: false });
  expect(after.receipts.map(({ number, replacedBy }) => [number, replacedBy])).toEqual([
    [corrected.number, null],
    [before?.number, corrected.number],
  ]);
  const text = await textOf(await fetchPdf(buyer, uuid));
  expect(text).toContain(`領収書 ${before?.number} の訂正版です`);
  expect(text).toContain('株式会社喫茶さくら 御中');
  const old = await textOf(await fetchPdf(buyer, uuid, { number: before?.number ?? '' }));
  expect(old).toContain(buyer.user.account.name);
  expect(old).toContain('Void');
});

test('corrections at the same moment leave one valid receipt', async () => {
  const buyer = await server.register();
  const uuid = await paid(buyer);
  await buyer.call(contract.putBillingDetails, { body: DETAILS });
  const path = `/api/user/payment/${uuid}/receipt`;
  const answers = await Promise.all(Array.from({ length: 5 }, () => buyer.raw('POST', path)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  const { receipts } = await list(buyer, uuid);
  expect(receipts.filter(({ replacedBy }) => replacedBy === null)).toHaveLength(1);
});

test('a refund has a note with a number of its own, and all of it is written to the owner and to billing', async () => {
  const buyer = await server.register();
  const email = `billing-${randomUUID()}@sakura.example`;
  await buyer.call(contract.putBillingDetails, { body: { ...DETAILS, email } });
  const uuid = await begin(buyer);
  await pay(buyer, uuid, 'refunded');
  await eventually('the refund has a note', async () => {
    await buyer.call(getPayment, { params: { uuid } });
    return (await list(buyer, uuid)).receipts.some(({ kind }) => kind === 'refund');
  });
  const [note, receipt] = (await list(buyer, uuid)).receipts;
  expect([note?.kind, receipt?.kind]).toEqual(['refund', 'receipt']);
  const text = await textOf(await fetchPdf(buyer, uuid, { number: note?.number ?? '' }));
  expect(text).toContain('返金明細書');
  expect(text).toContain('元の取引年月日');
  // No money was paid: not even a seller with a number issues qualified invoices in test mode.
  expect(text).not.toMatch(/適格|T\d{13}/u);
  expect(text).toContain(`対象の領収書：${receipt?.number}`);
  const mails = await server.sql<{ subject: string }>(
    `select subject from mails where recipient = $1 order by created_at`,
    [email],
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    'お支払いを確認しました（￥4,950）',
    '返金のお知らせ（￥4,950）',
  ]);
});

test('a payment that was paid before there were receipts gets one when it is looked at', async () => {
  const buyer = await server.register();
  const uuid = await paid(buyer);
  await server.sql('delete from receipts where payment_id = $1', [uuid]);
  await server.sql(`update payments set paid_at = '2026-03-31T16:00:00Z' where id = $1`, [uuid]);
  const all = await Promise.all(Array.from({ length: 4 }, () => list(buyer, uuid)));
  expect(all[3]?.receipts).toHaveLength(1);
  // 16:00 in London is the next day in Tokyo, where the seller is.
  expect(await textOf(await fetchPdf(buyer, uuid))).toContain('April 1, 2026');
});

test('a payment that was refunded before there were receipts gets its receipt and the note', async () => {
  const buyer = await server.register();
  const uuid = await paid(buyer);
  await server.sql('delete from receipts where payment_id = $1', [uuid]);
  await server.sql('update payments set refunded = 1000 where id = $1', [uuid]);
  await Promise.all(Array.from({ length: 3 }, () => list(buyer, uuid)));
  const { receipts } = await list(buyer, uuid);
  expect(receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['refund', 1_000],
    ['receipt', 4_950],
  ]);
});

test('a payment that was not made has no receipt, and another account finds none', async () => {
  const uuid = await begin(person);
  expect(await person.refused(contract.downloadReceipt, { params: { uuid } })).toMatchObject({
    code: 'not_found',
  });
  const theirs = await paid(person);
  const stranger = await server.register();
  const [receipt] = (await list(person, theirs)).receipts;
  for (const endpoint of [contract.listReceipts, contract.downloadReceipt, contract.correctReceipt])
    expect(await stranger.refused(endpoint, { params: { uuid: theirs } })).toMatchObject({ status: 404 });
  const own = await paid(stranger);
  const query = { number: receipt?.number };
  expect(await stranger.refused(contract.downloadReceipt, { params: { uuid: own }, query })).toMatchObject({
    status: 404,
  });
});

test('a person has no department, also where one was stored for a company', async () => {
  const buyer = await server.register();
  await buyer.call(contract.putBillingDetails, { body: DETAILS });
  const { details } = await buyer.call(contract.putBillingDetails, {
    body: { ...DETAILS, isCompany: false },
  });
  expect(details.department).toBe('');
  expect((await buyer.call(contract.getBillingDetails)).details.department).toBe('');
});

test('billing details that can’t be printed are refused by name, and nothing is stored', async () => {
  const buyer = await server.register();
  const body = { ...DETAILS, name: 'Shop 한국 🌸' };
  expect(await buyer.refused(contract.putBillingDetails, { body })).toMatchObject({
    code: 'unprintable',
    errors: [{ path: 'body.name', message: '한 국 🌸' }],
  });
  expect(await buyer.call(contract.getBillingDetails)).toMatchObject({ isStored: false });
});
