import type { Role } from '@hanasu/contract/accounts';
import type { CustomerFieldKind } from '@hanasu/contract/customer-fields';
import type { customersQuery } from '@hanasu/contract/customers';
import { foldForSearch, foldName } from '@hanasu/contract/text';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { listFields } from '../fields/fields.store.ts';
import { compileGiven, compileSaved } from '../segments/saved-segments.ts';
import type { CompiledSegment, SegmentLanguage } from '../segments/segment-language.ts';
import type { CustomerFilter } from './customer-list.store.ts';
import { timeZoneOf } from './customers.store.ts';
import { normalPhone, phoneCountry } from './normalise-contacts.ts';

/** Whom somebody asks for: what is typed, tag, owner, channel and segment. */
export type AskedCustomers = Omit<z.output<typeof customersQuery>, 'page' | 'pageSize' | 'after' | 'sort'>;

export async function filterOf(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { role, query }: { readonly role: Role; readonly query: AskedCustomers },
): Promise<CustomerFilter> {
  const { q, tagUuid, ownerUuid, channelUuid, importUuid } = query;
  return {
    q: q ? foldForSearch(q) : null,
    name: q ? foldName(q) : null,
    phone: q ? await asPhone(transaction, q) : null,
    tagId: tagUuid,
    ownerId: ownerUuid,
    channelId: channelUuid,
    importId: importUuid,
    ...(await namedIn(transaction, role, q)),
    segment: await segmentOf(transaction, language, { role, query }),
  };
}

const WRITTEN: readonly CustomerFieldKind[] = ['text', 'number', 'date', 'link'];

/** In which fields that the role sees `q` is looked for, and which of their choices it names. */
async function namedIn(
  transaction: AccountTransaction,
  role: Role,
  q: string | undefined,
): Promise<Pick<CustomerFilter, 'fields' | 'choices'>> {
  if (!q) return { fields: [], choices: [] };
  const folded = foldForSearch(q);
  const seen = (await listFields(transaction)).filter(
    ({ hiddenFrom, archivedAt }) => archivedAt === null && !hiddenFrom.some((hidden) => hidden === role),
  );
  return {
    fields: seen.filter(({ kind }) => WRITTEN.includes(kind)).map(({ uuid }) => uuid),
    choices: seen.flatMap(({ uuid, kind, options }) =>
      options
        .filter(({ label }) => foldForSearch(label).includes(folded))
        .map(({ id }) => ({ [uuid]: kind === 'multi' ? [id] : id })),
    ),
  };
}

/** Who is in the segment that a list is narrowed by, be it saved or given; null: it is not. */
async function segmentOf(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { role, query }: { readonly role: Role; readonly query: AskedCustomers },
): Promise<CompiledSegment | null> {
  const { segmentUuid, segment } = query;
  if (segmentUuid && segment)
    throw AppError.field('validation_failed', 'query.segment', 'Either a saved segment or a given one');
  if (segment) return compileGiven(transaction, language, { node: segment, role });
  return segmentUuid ? compileSaved(transaction, language, { id: segmentUuid, role }) : null;
}

/** "090-1234-5678" finds +819012345678. */
async function asPhone(transaction: AccountTransaction, q: string): Promise<string | null> {
  return normalPhone(q, phoneCountry(undefined, await timeZoneOf(transaction)));
}
