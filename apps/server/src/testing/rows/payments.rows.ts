import { randomUUID } from 'node:crypto';
import * as contract from '@hanasu/contract/payments';
import * as receipts from '@hanasu/contract/receipts';
import type { SignedIn } from '../test-server.ts';
import { type EndpointRow, nothing, row } from './row.ts';

const body = { packageId: 'small', currency: 'JPY' as const };
const begun = async (person: SignedIn) => {
  const idempotencyKey = randomUUID();
  const { payment } = await person.call(contract.createPayment, { body: { ...body, idempotencyKey } });
  return { uuid: payment.uuid };
};

const paid = async (person: SignedIn) => {
  const params = await begun(person);
  await person.call(contract.confirmPayment, { params, body: { card: 'ok' } });
  return params;
};
const details = {
  ...{ isCompany: true, name: 'Sakura', department: '', address: '', taxNumber: '', email: '' },
  locale: 'en' as const,
};

export const PAYMENT_ROWS: readonly EndpointRow[] = [
  row(contract.listPaymentPackages, nothing),
  row(contract.createPayment, () => ({ body: { ...body, idempotencyKey: randomUUID() } }), [
    { path: 'body.currency', body: { ...body, currency: 'EUR' } },
    { path: 'body.packageId', body: { ...body, packageId: 'none', idempotencyKey: randomUUID() } },
    { path: 'body.idempotencyKey', body },
    { path: 'body.idempotencyKey', body: { ...body, idempotencyKey: 'short' } },
  ]),
  row(contract.listPayments, nothing, [{ query: { page: 0 }, path: 'query.page' }]),
  row(contract.getPayment, async ({ person }) => ({ params: await begun(person) })),
  row(
    contract.confirmPayment,
    async ({ person }) => ({ params: await begun(person), body: { card: 'ok' } }),
    [{ path: 'body.card', body: {} }],
  ),
  row(contract.cancelPayment, async ({ person }) => ({ params: await begun(person) })),
  row(receipts.getBillingDetails, nothing),
  row(receipts.putBillingDetails, () => ({ body: details }), [
    { path: 'body.name', body: { ...details, name: '' } },
    { path: 'body.email', body: { ...details, email: 'none' } },
    { path: 'body.locale', body: { ...details, locale: 'fr' } },
  ]),
  row(receipts.listReceipts, async ({ person }) => ({ params: await paid(person) })),
  row(receipts.downloadReceipt, async ({ person }) => ({ params: await paid(person) })),
  row(receipts.correctReceipt, async ({ person }) => {
    const params = await paid(person);
    await person.call(receipts.putBillingDetails, { body: { ...details, name: randomUUID() } });
    return { params };
  }),
];
