import type { Locale } from '@hanasu/contract/accounts';
import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import type { BillingDetails, ReceiptKind } from '@hanasu/contract/receipts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

type Transaction = AccountTransaction | SystemTransaction;

const DETAILS = `d.is_company as "isCompany", d.name, d.department, d.address, d.tax_number as "taxNumber", d.email, d.locale`;

export const findDetails = (transaction: Transaction, accountId: AccountId) =>
  transaction.one<BillingDetails>(`select ${DETAILS} from billing_details d where d.account_id = $1`, [
    accountId,
  ]);

/** Name of the account, and the language of its owner. */
export const findDefaults = (transaction: Transaction, accountId: AccountId) =>
  transaction.one<Pick<BillingDetails, 'name' | 'locale'>>(
    `select a.name, coalesce(u.locale, 'en') as locale
     from accounts a left join memberships m on m.tenant_id = a.id and m.role = 'owner' left join users u on u.id = m.user_id
     where a.id = $1`,
    [accountId],
  );

export const putDetails = (transaction: AccountTransaction, details: BillingDetails) =>
  transaction.run(
    `insert into billing_details (account_id, is_company, name, department, address, tax_number, email, locale)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (account_id) do update set is_company = excluded.is_company, name = excluded.name,
       department = excluded.department, address = excluded.address, tax_number = excluded.tax_number,
       email = excluded.email, locale = excluded.locale, updated_at = now()`,
    [
      transaction.accountId,
      details.isCompany,
      details.name,
      details.department,
      details.address,
      details.taxNumber,
      details.email,
      details.locale,
    ],
  );

/** Dates of the seller's zone: of now, and of `moment`. */
export const readDates = async (
  transaction: SystemTransaction,
  timeZone: string,
  moment: Date | null,
): Promise<{ readonly today: string; readonly day: string }> => {
  const dates = await transaction.one<{ today: string; day: string }>(
    `select to_char(now() at time zone $1, 'YYYY-MM-DD') as today,
       to_char(coalesce($2::timestamptz, now()) at time zone $1, 'YYYY-MM-DD') as day`,
    [timeZone, moment],
  );
  if (!dates) throw new Error('the database gave no date');
  return dates;
};

/** Takes the next number of a series; it is free again where the transaction is rolled back, so that none is left out. */
export const takeNumber = async (transaction: SystemTransaction, series: string): Promise<number> => {
  const taken = await transaction.one<{ last: number }>(
    `insert into receipt_numbers as n (series, last) values ($1, 1)
     on conflict (series) do update set last = n.last + 1 returning last::int as last`,
    [series],
  );
  if (!taken) throw new Error('the database gave no number');
  return taken.last;
};

export interface ReceiptRow {
  readonly id: string;
  readonly kind: ReceiptKind;
  readonly number: string;
  readonly facts: ReceiptFacts;
  readonly issuedAt: Date;
  readonly replacedBy: string | null;
  readonly downloadedAt: Date | null;
}

const ROWS = `select r.id, r.kind, r.number, r.facts, r.issued_at as "issuedAt", r.downloaded_at as "downloadedAt",
    (select o.number from receipts o where o.account_id = r.account_id and o.id = r.replaced_by) as "replacedBy"
  from receipts r`;

/** The newest first. */
export const listReceipts = (transaction: Transaction, accountId: AccountId, paymentId: PaymentId) =>
  transaction.rows<ReceiptRow>(
    `${ROWS} where r.account_id = $1 and r.payment_id = $2 order by r.issued_at desc, r.number desc`,
    [accountId, paymentId],
  );

export interface NewReceipt {
  readonly accountId: AccountId;
  readonly id: string;
  readonly facts: ReceiptFacts;
  readonly refundedTotal: number | null;
}

export const addReceipt = (
  transaction: SystemTransaction,
  { accountId, id, facts, refundedTotal }: NewReceipt,
) =>
  transaction.run(
    `insert into receipts (account_id, id, payment_id, kind, number, facts, refunded_total)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [accountId, id, facts.paymentId, facts.kind, facts.number, JSON.stringify(facts), refundedTotal],
  );

export const replaceReceipt = (
  transaction: SystemTransaction,
  accountId: AccountId,
  { id, replacedBy }: { readonly id: string; readonly replacedBy: string },
) =>
  transaction.run('update receipts set replaced_by = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    replacedBy,
  ]);

/** Marks a download. True: it is the first one. */
export const markDownloaded = async (transaction: AccountTransaction, id: string): Promise<boolean> =>
  (await transaction.run(
    'update receipts set downloaded_at = now() where account_id = $1 and id = $2 and downloaded_at is null',
    [transaction.accountId, id],
  )) > 0;

export type Edition = 'original' | 'reissued';

export const findDocument = async (
  transaction: AccountTransaction,
  id: string,
  edition: Edition,
): Promise<Buffer | null> => {
  const column = edition === 'original' ? 'original' : 'reissued';
  const row = await transaction.one<{ pdf: Buffer | null }>(
    `select ${column} as pdf from receipts where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );
  return row?.pdf ?? null;
};

/** Keeps the document that was stored first; returns it. */
export const keepDocument = async (
  transaction: AccountTransaction,
  id: string,
  { edition, pdf }: { readonly edition: Edition; readonly pdf: Uint8Array },
): Promise<Buffer> => {
  const column = edition === 'original' ? 'original' : 'reissued';
  const row = await transaction.one<{ pdf: Buffer | null }>(
    `update receipts set ${column} = coalesce(${column}, $3) where account_id = $1 and id = $2 returning ${column} as pdf`,
    [transaction.accountId, id, Buffer.from(pdf)],
  );
  return row?.pdf ?? Buffer.from(pdf);
};

export interface MailRecipient {
  readonly email: string;
  readonly locale: Locale;
  readonly name: string;
  /** Can sign in and open the payment. */
  readonly isOwner: boolean;
  readonly isCompany: boolean;
}

/** The owner with a confirmed address, and the address of the billing details where it is another one. */
export const findMailRecipients = (transaction: SystemTransaction, accountId: AccountId) =>
  transaction.rows<MailRecipient>(
    `with owner as (select u.email, u.locale, u.display_name as name
         from memberships m join users u on u.id = m.user_id
         where m.tenant_id = $1 and m.role = 'owner' and u.email is not null and u.email_verified_at is not null)
     select email, locale, name, true as "isOwner", false as "isCompany" from owner
     union all
     select d.email, d.locale, d.name, false, d.is_company from billing_details d
     where d.account_id = $1 and d.email <> '' and not exists (select from owner o where lower(o.email) = d.email)`,
    [accountId],
  );
