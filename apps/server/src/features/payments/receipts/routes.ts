import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/receipts';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { HANDLED, type Implement } from '../../../platform/http/implement.ts';
import { recordAudit } from '../../accounts/public.ts';
import * as payments from '../payments.store.ts';
import type { SettleDependencies } from '../settle-payment.ts';
import { isOutdated, issueMissing, isValid, readDetails, replaceReceipt } from './issue-receipt.ts';
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
    // A person has no department, whatever was typed before.
    const details = body.isCompany ? body : { ...body, department: '' };
    await checkPrintable(thread, details);
    await database.account(session.accountId, async (transaction) => {
      await store.putDetails(transaction, details);
      const { userId, accountId, address } = session;
      await recordAudit(transaction, {
        ...{ userId, address, action: 'billing_details.changed', target: accountId, data: {} },
      });
    });
    return { details, isStored: true };
  });
  implement(contract.listReceipts, async ({ params }, { session }) => {
    const row = await withReceipt(dependencies, session.accountId, params.uuid);
    return database.account(session.accountId, async (transaction) => {
      const receipts = await store.listReceipts(transaction, session.accountId, row.id);
      const { details } = await readDetails(transaction, session.accountId);
      const valid = receipts.find(isValid);
      return {
        receipts: receipts.map(viewOf),
        canCorrect: valid !== undefined && isOutdated(valid.facts, { details, seller }),
        isAvailable: seller.name !== null || row.isTest,
      };
    });
  });
  implement(contract.correctReceipt, async ({ params }, { session }) => {
    const { userId, accountId, address } = session;
    const row = await withReceipt(dependencies, accountId, params.uuid);
    await database.system(async (transaction) => {
      const locked = orNotFound(await payments.lockPayment(transaction, accountId, row.id), 'payment');
      const { number, about } = await replaceReceipt(transaction, { row: locked, seller });
      const entry = {
        action: 'receipt.corrected',
        target: number,
        data: { replaces: about?.number ?? null },
      } as const;
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

async function checkPrintable(thread: ReceiptThread, details: contract.BillingDetails): Promise<void> {
  const { name, department, address, taxNumber } = details;
  for (const [field, missing] of Object.entries(
    await thread.findMissing({ name, department, address, taxNumber }),
  ))
    if (missing.length > 0) throw AppError.field('unprintable', `body.${field}`, missing.join(' '));
}

/** The payment; one that was paid before receipts could be issued gets its documents now. */
async function withReceipt(
  { database, seller }: ReceiptDependencies,
  accountId: AccountId,
  id: PaymentId,
): Promise<payments.PaymentRow> {
  const { row, isMissing } = await database.account(accountId, async (transaction) => ({
    row: orNotFound(await payments.findPayment(transaction, id), 'payment'),
    isMissing: !(await store.listReceipts(transaction, accountId, id)).some(isValid),
  }));
  if (row.paidAt !== null && isMissing)
    await database.system(async (transaction) => {
      const locked = await payments.lockPayment(transaction, accountId, id);
      if (locked) await issueMissing(transaction, { row: locked, seller });
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
  if (!valid && row.paidAt !== null)
    throw new AppError('receipt_unavailable', 'The operator has not set its name');
  return orNotFound(valid ?? null, 'receipt');
}

/**
 * The document of this download: the original, then copies marked as issued again, each drawn once; of a replaced receipt
 * one that says that it is void.
 */
async function readPdf(
  dependencies: ReceiptDependencies,
  session: Actor,
  receipt: store.ReceiptRow,
): Promise<Uint8Array> {
  const { database, thread } = dependencies;
  const { accountId, userId, address } = session;
  const { id, number, facts, downloadedAt, replacedBy } = receipt;
  if (replacedBy !== null) return thread.draw(facts, { kind: 'void', replacedBy });
  const edition = downloadedAt === null ? 'original' : 'reissued';
  const known = await database.account(accountId, (transaction) =>
    store.findDocument(transaction, id, edition),
  );
  if (known) return known;
  const pdf = await thread.draw(facts, { kind: edition });
  const kept = await database.account(accountId, async (transaction) => {
    const isFirst = await store.markDownloaded(transaction, id);
    // Another download has taken the original.
    if (edition === 'original' && !isFirst) return null;
    const entry = { action: 'receipt.downloaded', target: number, data: { edition } } as const;
    await recordAudit(transaction, { userId, address, ...entry });
    return store.keepDocument(transaction, id, { edition, pdf });
  });
  return kept ?? readPdf(dependencies, session, { ...receipt, downloadedAt: receipt.issuedAt });
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
