import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/receipts';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { HANDLED, type Implement } from '../../../platform/http/implement.ts';
import { recordAudit } from '../../accounts/public.ts';
import * as payments from '../payments.store.ts';
import type { SettleDependencies } from '../settle-payment.ts';
import { differs, issueReceipt, readDetails, replaceReceipt } from './issue-receipt.ts';
import { printedSeller } from './receipt-facts.ts';
import type { ReceiptThread } from './receipt-thread.ts';
import * as store from './receipts.store.ts';

interface ReceiptDependencies extends Pick<SettleDependencies, 'database' | 'seller'> {
  readonly thread: ReceiptThread;
}

export function addReceiptRoutes(implement: Implement, dependencies: ReceiptDependencies): void {
  const { database, seller, thread } = dependencies;
  implement(contract.getBillingDetails, (_input, { session }) =>
    database.account(session.accountId, (transaction) => readDetails(transaction, session.accountId)),
  );
  implement(contract.putBillingDetails, async ({ body }, { session }) => {
    for (const field of ['name', 'department', 'address', 'taxNumber'] as const)
      await checkPrintable(thread, field, body[field]);
    await database.account(session.accountId, async (transaction) => {
      await store.putDetails(transaction, body);
      const { userId, accountId, address } = session;
      await recordAudit(transaction, {
        ...{ userId, address, action: 'billing_details.changed', target: accountId, data: {} },
      });
    });
    return { details: body, isStored: true };
  });
  implement(contract.listReceipts, async ({ params }, { session }) => {
    const row = await withReceipt(dependencies, session.accountId, params.uuid);
    return database.account(session.accountId, async (transaction) => {
      const receipts = await store.listReceipts(transaction, session.accountId, row.id);
      const { details } = await readDetails(transaction, session.accountId);
      const valid = receipts.find(isValid);
      return {
        receipts: receipts.map(viewOf),
        canCorrect: valid !== undefined && differs(valid.facts, details),
        isAvailable: printedSeller(seller, row.isTest) !== null,
      };
    });
  });
  implement(contract.correctReceipt, async ({ params }, { session }) => {
    const { userId, accountId, address } = session;
    const row = await withReceipt(dependencies, accountId, params.uuid);
    await database.system(async (transaction) => {
      const locked = orNotFound(await payments.lockPayment(transaction, accountId, row.id), 'payment');
      const { number, about } = await replaceReceipt(transaction, { row: locked, seller });
      const entry = { action: 'receipt.corrected', target: number, data: { replaces: about } } as const;
      await recordAudit(within(transaction, accountId), { userId, address, ...entry });
    });
    return database.account(session.accountId, async (transaction) => {
      const receipts = await store.listReceipts(transaction, session.accountId, row.id);
      return viewOf(orNotFound(receipts.find(isValid) ?? null, 'receipt'));
    });
  });
  implement(contract.downloadReceipt, async ({ params, query }, { session, request, reply }) => {
    const row = await withReceipt(dependencies, session.accountId, params.uuid);
    const receipt = await findReceipt(dependencies, row, query.number);
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${receipt.number}.pdf"`,
      'cache-control': 'private, no-store',
    };
    const isHead = request.method === 'HEAD';
    await reply.headers(headers).send(isHead ? '' : await readPdf(dependencies, session, receipt));
    return HANDLED;
  });
}

async function checkPrintable(thread: ReceiptThread, field: string, text: string): Promise<void> {
  const missing = await thread.findMissing(text);
  if (missing.length > 0)
    throw AppError.field(
      'validation_failed',
      `body.${field}`,
      `Receipts can’t print these characters: ${missing.join(' ')}`,
    );
}

const isValid = ({ kind, replacedBy }: store.ReceiptRow): boolean =>
  kind === 'receipt' && replacedBy === null;

/** The payment; one that was paid before receipts could be issued gets its receipt now. */
async function withReceipt(
  { database, seller }: ReceiptDependencies,
  accountId: AccountId,
  id: PaymentId,
): Promise<payments.PaymentRow> {
  const { row, count } = await database.account(accountId, async (transaction) => ({
    row: orNotFound(await payments.findPayment(transaction, id), 'payment'),
    count: (await store.listReceipts(transaction, accountId, id)).length,
  }));
  if (row.paidAt !== null && count === 0)
    await database.system(async (transaction) => {
      const locked = await payments.lockPayment(transaction, accountId, id);
      if (locked) await issueReceipt(transaction, { row: locked, seller });
    });
  return row;
}

async function findReceipt(
  { database }: ReceiptDependencies,
  row: payments.PaymentRow,
  number: string | undefined,
): Promise<store.ReceiptRow> {
  const receipts = await database.account(row.accountId, (transaction) =>
    store.listReceipts(transaction, row.accountId, row.id),
  );
  if (number !== undefined)
    return orNotFound(receipts.find((receipt) => receipt.number === number) ?? null, 'receipt');
  const valid = receipts.find(isValid);
  if (!valid) throw new AppError('receipt_unavailable', 'The payment has no receipt');
  return valid;
}

/** The document of this download: drawn once, and the same bytes from then on. Counts as a download once it is there. */
async function readPdf(
  dependencies: ReceiptDependencies,
  session: Actor,
  receipt: store.ReceiptRow,
): Promise<Buffer> {
  const { database, thread } = dependencies;
  const { accountId, userId, address } = session;
  const { id, number, facts, downloadedAt } = receipt;
  const edition = downloadedAt === null ? 'original' : 'reissued';
  const known = await database.account(accountId, (transaction) =>
    store.findDocument(transaction, id, edition),
  );
  const pdf = known ?? (await thread.draw(facts, edition));
  const { isFirst, kept } = await database.account(accountId, async (transaction) => {
    const first = await store.markDownloaded(transaction, id);
    const stored = await store.keepDocument(transaction, id, { edition, pdf });
    const entry = { action: 'receipt.downloaded', target: number, data: { edition } } as const;
    await recordAudit(transaction, { userId, address, ...entry });
    return { isFirst: first, kept: stored };
  });
  // Somebody else has the original by now.
  if (edition === 'original' && !isFirst)
    return readPdf(dependencies, session, { ...receipt, downloadedAt: receipt.issuedAt });
  return kept;
}

const viewOf = ({
  number,
  kind,
  facts,
  issuedAt,
  replacedBy,
  downloadedAt,
}: store.ReceiptRow): contract.ReceiptView => ({
  number,
  kind,
  recipient: facts.buyer.name,
  amount: facts.amount,
  currency: facts.currency,
  issuedAt: issuedAt.toISOString(),
  replacedBy,
  isDownloaded: downloadedAt !== null,
});
