import type { CustomerFacts } from '@hanasu/contract/customers';
import type { CustomerId, FormId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import { formContacts } from '../../contacts/public.ts';
import type { FormRow } from '../forms.store.ts';
import { countOfPerson } from './submissions.store.ts';

// How much is taken of the public: per form, per network, per person.

/** Submissions that came by the page within the last hour. */
export async function countLastHour(transaction: AccountTransaction, formId: FormId): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from form_submissions where account_id = $1 and form_id = $2 and source <> 'chat'
       and created_at > now() - interval '1 hour'`,
    [transaction.accountId, formId],
  );
  return row?.count ?? 0;
}

/** Of a form, by one network. A class or an office shares one. */
const FROM_ONE_NETWORK = { times: 120, seconds: 3_600 };

/** Counts a submission in the transaction that stores it: one that is refused counts nothing. */
export async function countSubmission(
  transaction: SystemTransaction,
  formId: FormId,
  address: string,
): Promise<void> {
  const key = tryKey('form-submissions', formId, sourceOf(address));
  const retryAfter = await consumeAllowance(transaction, key, FROM_ONE_NETWORK);
  if (retryAfter > 0)
    throw new AppError('rate_limited', 'Too many submissions came from here; try again later', {
      more: { retryAfter },
    });
}

/** So often one person, whom a link, a session or the channel names, can send a form, wherever they send it from. */
const PERSON_LIMIT = { times: 20, seconds: 3_600 };

/** Throws when a person has sent a form too often within the hour. */
async function requirePersonLimit(
  transaction: AccountTransaction,
  formId: FormId,
  customerId: CustomerId,
): Promise<void> {
  const row = await transaction.one<{ count: number; retryAfter: number }>(
    `select count(*)::int as count,
       greatest(1, ceil($4 - extract(epoch from now() - min(created_at))))::int as "retryAfter"
     from form_submissions where account_id = $1 and form_id = $2 and customer_id = $3
       and created_at > now() - make_interval(secs => $4)`,
    [transaction.accountId, formId, customerId, PERSON_LIMIT.seconds],
  );
  if (row && row.count >= PERSON_LIMIT.times)
    throw new AppError('rate_limited', 'You have sent this form many times; try again later', {
      more: { retryAfter: row.retryAfter },
    });
}

interface Known {
  /** Null: no link, session or channel says who it is. */
  readonly customerId: CustomerId | null;
  /** What the answers say of the customer. */
  readonly facts: CustomerFacts;
}

/**
 * Throws when a person has sent the form as often as its settings allow, or too often within the hour. People whom
 * nothing proves are known by the phone number or e-mail address that they give.
 */
export async function requirePersonalLimits(
  transaction: AccountTransaction,
  { id, settings }: Pick<FormRow, 'id' | 'settings'>,
  { customerId, facts }: Known,
): Promise<void> {
  if (customerId) await requirePersonLimit(transaction, id, customerId);
  if (settings.perPerson === null) return;
  const count = customerId
    ? await countOfPerson(transaction, id, customerId)
    : await countOfContacts(transaction, id, facts);
  if (count >= settings.perPerson) throw new AppError('form_answered', 'You have answered this form already');
}

/** Submissions by anyone with one of these phone numbers or e-mail addresses. */
async function countOfContacts(
  transaction: AccountTransaction,
  formId: FormId,
  facts: CustomerFacts,
): Promise<number> {
  const contacts = await formContacts.normalContactsOf(transaction, facts);
  if (contacts.length === 0) return 0;
  const row = await transaction.one<{ count: number }>(
    `select count(distinct s.id)::int as count from unnest($3::text[], $4::text[]) as n(kind, normal)
       join customer_contacts x on x.account_id = $1 and x.kind = n.kind and x.normal = n.normal
       join form_submissions s on s.account_id = $1 and s.form_id = $2 and (s.customer_id = x.customer_id
         or s.customer_id in (select m.merged_id from customer_merges m
           where m.account_id = $1 and m.kept_id = x.customer_id))`,
    [transaction.accountId, formId, contacts.map(({ kind }) => kind), contacts.map(({ normal }) => normal)],
  );
  return row?.count ?? 0;
}

/** Files that are not submitted yet: of a form, and of one network in the account. */
const WAITING_FILES = { ofForm: 500, ofNetwork: 50 };
/** Of the account's storage. */
export const WAITING_SHARE = 0.1;

export const senderOf = (address: string): string =>
  tryKey('form-file-sender', sourceOf(address)).toString('base64url');

/** Throws when too many files wait, and answers how many bytes all that wait in the account have. */
export async function requireWaitingPlace(
  transaction: AccountTransaction,
  formId: FormId,
  sender: string,
): Promise<number> {
  const row = await transaction.one<{ ofForm: number; ofNetwork: number; bytes: number }>(
    `select count(*) filter (where form_id = $2)::int as "ofForm",
       count(*) filter (where sender = $3)::int as "ofNetwork", coalesce(sum(bytes), 0)::bigint as bytes
     from form_files where account_id = $1 and submission_id is null and talk_id is null`,
    [transaction.accountId, formId, sender],
  );
  if (row && (row.ofForm >= WAITING_FILES.ofForm || row.ofNetwork >= WAITING_FILES.ofNetwork))
    throw new AppError('rate_limited', 'Too many files were sent; try again later');
  return row?.bytes ?? 0;
}

/** Files of a form that wait; from here on they are kept for an hour instead of a day. */
export const CROWDED_FILES = WAITING_FILES.ofForm / 2;
