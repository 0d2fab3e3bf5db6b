import type { SharedContacts } from '@hanasu/contract/customer-tasks';
import { CONTACTS_MAX } from '@hanasu/contract/customers';
import type { CustomerId, CustomerTaskId, TagId } from '@hanasu/contract/ids';
import { TAGS_MAX } from '@hanasu/contract/tags';
import { foldName, nameKey } from '@hanasu/contract/text';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { isLost, isPoorerCopy } from '../../../platform/files/legacy-text.ts';
import * as store from './import-rows.store.ts';
import { type ReadRow, type RowFacts, reasonOf } from './read-row.ts';
import { type ChangingRow, changeOf, contactsOf, countOf, newOf } from './row-changes.ts';
import type { RowReason } from './row-reason.ts';

/** What becomes of one row. */
export type PlannedRow = { readonly row: number; readonly name: string } & (
  | { readonly outcome: 'refused'; readonly reasons: readonly RowReason[] }
  | {
      readonly outcome: 'same';
      readonly customerId: CustomerId;
      readonly reasons: readonly RowReason[];
    }
  | ChangingRow
) & {
    /** Its phone or e-mail address belongs to a customer of another name. */
    readonly isShared?: boolean;
  };

interface SeenCustomer {
  readonly row: number;
  readonly id: CustomerId;
  readonly displayName: string | null;
  readonly kana: string;
}

/** Who was in earlier rows. Of a run they are known from the database; of a check, nothing is there yet. */
export interface SeenRows {
  readonly customers: Map<CustomerId, number>;
  /** Who is new, by each of their phones and e-mail addresses. */
  readonly keys: Map<string, SeenCustomer[]>;
  /** Names of tags that are to be made, in lower case. */
  readonly tags: Set<string>;
  /** By the name of a tag that is not there: the tags of which it may be a poorer copy. */
  readonly copiedTags: Map<string, readonly TagId[]>;
}
export const emptySeenRows = (): SeenRows => ({
  customers: new Map(),
  keys: new Map(),
  tags: new Set(),
  copiedTags: new Map(),
});

interface Planning {
  readonly taskId: CustomerTaskId;
  readonly isLocked: boolean;
  readonly seen: SeenRows;
  /** By their names in lower case. */
  readonly tags: ReadonlyMap<string, TagId>;
  /** Tags that are not there yet are made. */
  readonly createTags: boolean;
  /** What becomes of a row whose phone or e-mail address belongs to a customer of another name. */
  readonly sharedContacts: SharedContacts;
  /** A row with a value that can't be read is imported without it; else it is refused. */
  readonly skipInvalidValues: boolean;
  /** Of the file; null: a workbook. */
  readonly encoding: string | null;
}

/** What is wrong with a row as a whole; other reasons are of one value. */
const OF_ROW: ReadonlySet<RowReason['code']> = new Set([
  'nothing_known',
  'id_unknown',
  'external_id_unknown',
  'several_customers',
  'repeated',
  'old_font',
]);

/** Finds the customers of some rows and says what becomes of each. */
export async function planRows(
  transaction: AccountTransaction,
  rows: readonly ReadRow[],
  planning: Planning,
): Promise<PlannedRow[]> {
  const matches = await matchesOf(transaction, rows);
  const ids = [...new Set(rows.flatMap(({ facts }) => wantedOf(facts, matches).ids))];
  const known = await store.readKnown(transaction, ids, planning);
  const before = await store.rowsOf(transaction, planning.taskId, ids);
  const earlier = (id: CustomerId) => planning.seen.customers.get(id) ?? before.get(id)?.row;
  const isOfImport = (id: CustomerId) => before.get(id)?.isCreated ?? false;
  return rows.map((read) => {
    const planned = planRow(read, { ...planning, matches, known, earlier, isOfImport });
    if (planned.outcome === 'refused') return planned;
    for (const tag of ('tags' in planned ? planned.tags : []).map(lowerCase))
      if (!planning.tags.has(tag)) planning.seen.tags.add(tag);
    planning.seen.customers.set(planned.customerId, read.row);
    if (planned.outcome === 'created')
      for (const key of keysOf(read.facts))
        planning.seen.keys.set(key, [
          ...(planning.seen.keys.get(key) ?? []),
          seenOf(read, planned.customerId),
        ]);
    return planned;
  });
}

const seenOf = ({ row, facts }: ReadRow, id: CustomerId): SeenCustomer => ({
  row,
  id,
  displayName: facts.displayName ?? null,
  kana: facts.kana ?? '',
});

export const lowerCase = (text: string): string => text.toLowerCase();

type Matches = ReadonlyMap<string, readonly CustomerId[]>;

async function matchesOf(transaction: AccountTransaction, rows: readonly ReadRow[]): Promise<Matches> {
  const facts = rows.map((row) => row.facts);
  const normals = (contacts: RowFacts['phones']) => contacts.flatMap(({ normal }) => normal ?? []);
  const found = await store.findMatches(transaction, {
    ids: facts.flatMap(({ id }) => id ?? []),
    externalIds: facts.flatMap(({ externalId }) => externalId ?? []),
    phones: facts.flatMap(({ phones }) => normals(phones)),
    emails: facts.flatMap(({ emails }) => normals(emails)),
    names: facts.flatMap((one) => nameOf(one) ?? []),
  });
  const grouped = Map.groupBy(found, ({ by, key }) => `${by}:${key}`);
  return new Map([...grouped].map(([key, those]) => [key, those.map(({ customerId }) => customerId)]));
}

const keysOf = ({ phones, emails }: RowFacts): string[] => [
  ...phones.map(({ normal }) => `phone:${normal}`),
  ...emails.map(({ normal }) => `email:${normal}`),
];

/** The key of the name by which a row finds its customer; null: it says more of them than a name. */
const nameOf = ({ id, externalId, phones, emails, displayName }: RowFacts): string | null =>
  id || externalId || phones.length > 0 || emails.length > 0 || !displayName ? null : nameKey(displayName);

interface Wanted {
  readonly by: 'id' | 'externalId' | 'contact' | 'name';
  readonly ids: readonly CustomerId[];
}

/** By the surest of what is given: the id, else the id on a channel, else phone and e-mail together, else the name. */
function wantedOf(facts: RowFacts, matches: Matches): Wanted {
  const of = (...keys: readonly string[]) => [...new Set(keys.flatMap((key) => matches.get(key) ?? []))];
  if (facts.id) return { by: 'id', ids: of(`id:${facts.id}`) };
  if (facts.externalId) return { by: 'externalId', ids: of(`externalId:${facts.externalId}`) };
  const name = nameOf(facts);
  return name === null
    ? { by: 'contact', ids: of(...keysOf(facts)) }
    : { by: 'name', ids: of(`name:${name}`) };
}

interface Found extends Planning {
  readonly matches: Matches;
  readonly known: ReadonlyMap<CustomerId, store.KnownCustomer>;
  readonly earlier: (id: CustomerId) => number | undefined;
  /** An earlier row of this import has made the customer. */
  readonly isOfImport: (id: CustomerId) => boolean;
}

/** Readings or birthdays that contradict: who has the same name is another person. */
const isContradicted = (facts: RowFacts, { kana, birthday }: store.KnownCustomer): boolean =>
  Boolean(facts.kana && kana && nameKey(facts.kana) !== nameKey(kana)) ||
  Boolean(facts.birthday && birthday && facts.birthday !== birthday);

/**
 * Staff call the customer by another name than the row does, also without the marks of Vietnamese, and in another reading.
 * A nickname of a channel is no name to compare.
 */
const isNamedOtherwise = (
  facts: RowFacts,
  { displayName, kana }: Pick<store.KnownCustomer, 'displayName' | 'kana'>,
  encoding: string | null,
): boolean =>
  Boolean(facts.displayName && displayName) &&
  foldName(facts.displayName ?? '') !== foldName(displayName ?? '') &&
  !isPoorerCopy(facts.displayName ?? '', displayName ?? '', encoding) &&
  !(facts.kana && kana && nameKey(facts.kana) === nameKey(kana));

interface Identified {
  readonly by: Wanted['by'];
  /** Who is meant; more than one: it is not clear. */
  readonly customers: readonly store.KnownCustomer[];
  /** Who shares a phone or an e-mail address under another name, also those of earlier rows. */
  readonly others: readonly CustomerId[];
  /** An earlier row of the same new customer. */
  readonly repeats: number | null;
}

/**
 * Whom a row means. Of several who share a phone or an e-mail address (a family, an office) it means the one it names; who
 * has another name is changed or left alone, as was chosen.
 */
function identify(facts: RowFacts, found: Found): Identified {
  const { by, ids } = wantedOf(facts, found.matches);
  const customers = ids.flatMap((id) => found.known.get(id) ?? []);
  if (by === 'name') {
    const meant = customers.filter((one) => !found.isOfImport(one.id) && !isContradicted(facts, one));
    return { by, customers: meant, others: [], repeats: null };
  }
  if (by !== 'contact') return { by, customers, others: [], repeats: null };
  const others = customers.filter((one) => isNamedOtherwise(facts, one, found.encoding));
  const meant = customers.filter((one) => !others.includes(one));
  const exact = meant.filter(({ name }) => nameKey(name) === nameKey(facts.displayName ?? ''));
  const named = exact.length === 1 ? exact : meant;
  const isAdding = found.sharedContacts === 'add';
  const seen = keysOf(facts).flatMap((key) => found.seen.keys.get(key) ?? []);
  const seenOthers = seen.filter((one) => isNamedOtherwise(facts, one, found.encoding));
  const repeated = isAdding ? seen.find((one) => !seenOthers.includes(one)) : seen[0];
  return {
    by,
    customers: named.length > 0 || isAdding ? named : customers,
    others: named.length > 0 ? [] : [...new Set([...others, ...seenOthers].map(({ id }) => id))],
    repeats: repeated?.row ?? null,
  };
}

function planRow({ row, facts, reasons }: ReadRow, found: Found): PlannedRow {
  const identified = identify(facts, found);
  const { by, customers, others } = identified;
  const [customer] = customers;
  const name = facts.displayName ?? customer?.name ?? facts.phones[0]?.value ?? facts.emails[0]?.value ?? '';
  const tags = tagsOf(facts, customer, found);
  const ofRow = refusalsOf(facts, { identified, found });
  const all = [
    ...reasons.filter((reason) => !isStoredSo(reason, customer)),
    ...ofRow,
    ...(ofRow.length > 0 ? [] : tags.reasons),
  ];
  const isShared = others.length > 0;
  const isRefused = all.some(({ code }) => !found.skipInvalidValues || OF_ROW.has(code));
  if (isRefused) return { row, name, outcome: 'refused', reasons: all, isShared };
  // Whom it was found by stays spelled as it is.
  const { displayName: _name, ...unnamed } = facts;
  const written = by === 'name' && customer?.displayName ? unnamed : facts;
  const said = { row, name, facts: written, tags: tags.given, reasons: all, encoding: found.encoding };
  if (!customer) return { ...newOf(said), apartFrom: others, isShared };
  const change = changeOf(said, customer);
  if (change.facts.length > 0) return { ...change, isShared };
  return { row, name, outcome: 'same', customerId: customer.id, reasons: all, isShared };
}

/** A contact that was stored as it was typed, though it is no valid one, comes back with a file of ours. */
const isStoredSo = ({ code, value }: RowReason, customer: store.KnownCustomer | undefined): boolean =>
  (code === 'phone_invalid' || code === 'email_invalid') &&
  customer?.contacts.some((contact) => contact.value === value) === true;

const shortOf = ({ id, name }: store.KnownCustomer) => ({ uuid: id, name });

function refusalsOf(
  facts: RowFacts,
  {
    identified: { by, customers, repeats },
    found,
  }: { readonly identified: Identified; readonly found: Found },
): RowReason[] {
  if (customers.length > 1) return [reasonOf('several_customers', { customers: customers.map(shortOf) })];
  const [customer] = customers;
  if (!customer && by === 'id') return [reasonOf('id_unknown', { value: facts.id ?? null })];
  if (!customer && by === 'externalId')
    return [reasonOf('external_id_unknown', { value: facts.externalId ?? null })];
  const before = customer ? found.earlier(customer.id) : (repeats ?? undefined);
  if (before !== undefined)
    return [reasonOf('repeated', { row: before, customers: customer ? [shortOf(customer)] : [] })];
  const isSomebody = facts.displayName || facts.kana || facts.phones.length > 0 || facts.emails.length > 0;
  if (!customer && !isSomebody) return [reasonOf('nothing_known')];
  const isCrowded = (['phone', 'email'] as const).some(
    (kind) => contactsOf(facts, customer, kind).length + countOf(customer, kind) > CONTACTS_MAX,
  );
  return isCrowded ? [reasonOf('too_many_contacts')] : [];
}

const findCopied = (tag: string, known: ReadonlyMap<string, TagId>, encoding: string | null): TagId[] =>
  [...known].filter(([name]) => isPoorerCopy(tag, name, encoding)).map(([, id]) => id);

interface RowTags {
  /** Those that the customer has not, and gets. */
  readonly given: readonly string[];
  readonly reasons: readonly RowReason[];
}

function tagsOf({ tags }: RowFacts, customer: store.KnownCustomer | undefined, found: Found): RowTags {
  const { tags: known, createTags, seen, encoding } = found;
  const isFresh = (tag: string) => !known.has(lowerCase(tag));
  const had = (tag: string) => customer?.tagIds.includes(known.get(lowerCase(tag)) as TagId) === true;
  const copyOf = (tag: string): readonly TagId[] => {
    const copied = seen.copiedTags.get(tag) ?? findCopied(lowerCase(tag), known, encoding);
    seen.copiedTags.set(tag, copied);
    return copied;
  };
  const fresh = tags.filter(isFresh);
  const lost = fresh.filter((tag) => isLost(tag) || copyOf(tag).length > 0);
  // The customer has the tag of which it is a copy.
  const unsaid = lost.filter((tag) => copyOf(tag).some((id) => customer?.tagIds.includes(id)));
  const made = fresh.filter((tag) => !lost.includes(tag));
  const more = new Set([...seen.tags, ...made.map(lowerCase)]).size;
  const isFull = made.length > 0 && known.size + more > TAGS_MAX;
  const refused = createTags && !isFull ? [] : made;
  return {
    given: tags.filter((tag) => !had(tag) && !lost.includes(tag) && !refused.includes(tag)),
    reasons: [
      ...lost.filter((tag) => !unsaid.includes(tag)).map((value) => reasonOf('characters_lost', { value })),
      ...(createTags ? [] : refused.map((value) => reasonOf('tag_unknown', { value }))),
      ...(createTags && isFull ? [reasonOf('too_many_tags')] : []),
    ],
  };
}
