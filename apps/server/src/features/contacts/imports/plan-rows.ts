import { CONTACTS_MAX, type PostalAddress } from '@hanasu/contract/customers';
import type { CustomerId, CustomerTaskId, TagId } from '@hanasu/contract/ids';
import { TAGS_MAX } from '@hanasu/contract/tags';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import * as store from './import-rows.store.ts';
import { type ReadRow, type RowFacts, reasonOf } from './read-row.ts';
import type { RowReason } from './row-reason.ts';

/** What becomes of one row. */
export type PlannedRow = { readonly row: number; readonly name: string } & (
  | { readonly outcome: 'refused'; readonly reasons: readonly RowReason[] }
  | { readonly outcome: 'same'; readonly customerId: CustomerId }
  | ChangingRow
);

export interface ChangingRow {
  readonly row: number;
  readonly name: string;
  readonly outcome: 'created' | 'changed';
  readonly customerId: CustomerId;
  /** Names of what is new. */
  readonly facts: readonly string[];
  /** Of each fact and field (`field:…`) that changes. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly written: store.WrittenCustomer;
  readonly contacts: readonly store.AddedContact[];
  /** Names, as they stand in the file. */
  readonly tags: readonly string[];
}

/** Who was in earlier rows. Of a run they are known from the database; of a check, nothing is there yet. */
export interface SeenRows {
  readonly customers: Map<CustomerId, number>;
  /** Phones and e-mail addresses of customers who are new. */
  readonly keys: Map<string, number>;
  /** Names of tags that are to be made, in lower case. */
  readonly tags: Set<string>;
}
export const nobodySeen = (): SeenRows => ({ customers: new Map(), keys: new Map(), tags: new Set() });

interface Planning {
  readonly taskId: CustomerTaskId;
  readonly isLocked: boolean;
  readonly seen: SeenRows;
  /** By their names in lower case. */
  readonly tags: ReadonlyMap<string, TagId>;
  /** Tags that are not there yet are made. */
  readonly createTags: boolean;
}

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
  const earlier = (id: CustomerId) => planning.seen.customers.get(id) ?? before.get(id);
  return rows.map((read) => {
    const planned = planRow(read, { ...planning, matches, known, earlier });
    if (planned.outcome === 'refused') return planned;
    for (const tag of read.facts.tags.map(lowerCase))
      if (!planning.tags.has(tag)) planning.seen.tags.add(tag);
    planning.seen.customers.set(planned.customerId, read.row);
    if (planned.outcome === 'created')
      for (const key of keysOf(read.facts)) planning.seen.keys.set(key, read.row);
    return planned;
  });
}

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
  });
  const grouped = Map.groupBy(found, ({ by, key }) => `${by}:${key}`);
  return new Map([...grouped].map(([key, those]) => [key, those.map(({ customerId }) => customerId)]));
}

const keysOf = ({ phones, emails }: RowFacts): string[] => [
  ...phones.map(({ normal }) => `phone:${normal}`),
  ...emails.map(({ normal }) => `email:${normal}`),
];

/** By the surest of what is given: the id, else the id on a channel, else phone and e-mail together. */
function wantedOf(
  facts: RowFacts,
  matches: Matches,
): { readonly by: 'id' | 'externalId' | 'contact'; readonly ids: readonly CustomerId[] } {
  const of = (...keys: readonly string[]) => [...new Set(keys.flatMap((key) => matches.get(key) ?? []))];
  if (facts.id) return { by: 'id', ids: of(`id:${facts.id}`) };
  if (facts.externalId) return { by: 'externalId', ids: of(`externalId:${facts.externalId}`) };
  return { by: 'contact', ids: of(...keysOf(facts)) };
}

interface Found extends Planning {
  readonly matches: Matches;
  readonly known: ReadonlyMap<CustomerId, store.KnownCustomer>;
  readonly earlier: (id: CustomerId) => number | undefined;
}

function planRow({ row, facts, reasons }: ReadRow, found: Found): PlannedRow {
  const { by, ids } = wantedOf(facts, found.matches);
  const customers = ids.flatMap((id) => found.known.get(id) ?? []);
  const [customer] = customers;
  const name = facts.displayName ?? customer?.name ?? facts.phones[0]?.value ?? facts.emails[0]?.value ?? '';
  const refused = [...reasons, ...refusalsOf(facts, { by, customers, found })];
  if (refused.length > 0) return { row, name, outcome: 'refused', reasons: refused };
  const said = { row, name, facts, tags: tagsOf(facts, customer, found) };
  return customer ? changeOf(said, customer) : newOf(said);
}

const shortOf = ({ id, name }: store.KnownCustomer) => ({ uuid: id, name });

function refusalsOf(
  facts: RowFacts,
  {
    by,
    customers,
    found,
  }: {
    readonly by: 'id' | 'externalId' | 'contact';
    readonly customers: readonly store.KnownCustomer[];
    readonly found: Found;
  },
): RowReason[] {
  if (customers.length > 1) return [reasonOf('several_customers', { customers: customers.map(shortOf) })];
  const [customer] = customers;
  if (!customer && by === 'id') return [reasonOf('id_unknown', { value: facts.id ?? null })];
  if (!customer && by === 'externalId')
    return [reasonOf('external_id_unknown', { value: facts.externalId ?? null })];
  const before = customer
    ? found.earlier(customer.id)
    : keysOf(facts)
        .map((key) => found.seen.keys.get(key))
        .find((row) => row !== undefined);
  if (before !== undefined)
    return [reasonOf('repeated', { row: before, customers: customer ? [shortOf(customer)] : [] })];
  const isSomebody = facts.displayName || facts.kana || facts.phones.length > 0 || facts.emails.length > 0;
  if (!customer && !isSomebody) return [reasonOf('nothing_known')];
  const isCrowded = (['phone', 'email'] as const).some(
    (kind) => contactsOf(facts, customer, kind).length + countOf(customer, kind) > CONTACTS_MAX,
  );
  return [...(isCrowded ? [reasonOf('too_many_contacts')] : []), ...tagRefusals(facts, found)];
}

function tagRefusals({ tags }: RowFacts, { tags: known, createTags, seen }: Found): RowReason[] {
  const fresh = tags.filter((tag) => !known.has(lowerCase(tag)));
  if (!createTags) return fresh.map((value) => reasonOf('tag_unknown', { value }));
  const more = new Set([...seen.tags, ...fresh.map(lowerCase)]).size;
  return fresh.length > 0 && known.size + more > TAGS_MAX ? [reasonOf('too_many_tags')] : [];
}

/** Those that the customer has not. */
const tagsOf = ({ tags }: RowFacts, customer: store.KnownCustomer | undefined, found: Found): string[] =>
  tags.filter((tag) => {
    const id = found.tags.get(lowerCase(tag));
    return id === undefined || !customer?.tagIds.includes(id);
  });

const countOf = (customer: store.KnownCustomer | undefined, wanted: 'phone' | 'email'): number =>
  customer?.contacts.filter(({ kind }) => kind === wanted).length ?? 0;

const lastPosition = ({ contacts }: store.KnownCustomer, wanted: 'phone' | 'email'): number =>
  Math.max(0, ...contacts.filter(({ kind }) => kind === wanted).map(({ position }) => position));

/** Those of the row that the customer has not. */
const contactsOf = (facts: RowFacts, customer: store.KnownCustomer | undefined, kind: 'phone' | 'email') =>
  facts[`${kind}s`].filter(
    ({ value, normal }) =>
      !customer?.contacts.some(
        (known) => known.kind === kind && (known.normal ?? known.value) === (normal ?? value),
      ),
  );

const NOTHING: Omit<store.KnownCustomer, 'id' | 'name'> = {
  displayName: null,
  kana: '',
  language: null,
  birthday: null,
  address: null,
  note: '',
  ownerId: null,
  fields: {},
  contacts: [],
  tagIds: [],
};
const NO_ADDRESS: PostalAddress = { country: '', postalCode: '', region: '', city: '', line1: '', line2: '' };

type Said = Pick<ChangingRow, 'row' | 'name' | 'tags'> & { readonly facts: RowFacts };

const newOf = (said: Said): ChangingRow => {
  const id = newId<CustomerId>();
  return { ...differences(said, { ...NOTHING, id, name: '' }), outcome: 'created' };
};

function changeOf(said: Said, customer: store.KnownCustomer): PlannedRow {
  const change = differences(said, customer);
  if (change.facts.length > 0) return { ...change, outcome: 'changed' };
  return { row: said.row, name: said.name, outcome: 'same', customerId: customer.id };
}

const PLAIN = ['displayName', 'kana', 'language', 'birthday', 'note', 'ownerId'] as const;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function differences(
  { row, name, facts, tags }: Said,
  known: store.KnownCustomer,
): Omit<ChangingRow, 'outcome'> {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const note = (fact: string, was: unknown, is: unknown) => {
    if (isSame(was ?? null, is ?? null)) return;
    before[fact] = was ?? null;
    after[fact] = is;
  };
  for (const fact of PLAIN) if (facts[fact] !== undefined) note(fact, known[fact], facts[fact]);
  const address = facts.address ? { ...NO_ADDRESS, ...known.address, ...facts.address } : known.address;
  if (address && !isSame({ ...NO_ADDRESS, ...known.address }, address))
    note('address', known.address, address);
  for (const [id, value] of Object.entries(facts.fields)) note(`field:${id}`, known.fields[id], value);
  const contacts = (['phone', 'email'] as const).flatMap((kind) =>
    contactsOf(facts, known, kind).map((contact, index) => ({
      ...contact,
      kind,
      customerId: known.id,
      position: lastPosition(known, kind) + index + 1,
    })),
  );
  const { displayName, kana, language, birthday, note: text, ownerId } = { ...known, ...facts };
  return {
    row,
    name,
    customerId: known.id,
    before,
    after,
    contacts,
    tags,
    facts: [
      ...Object.keys(after),
      ...(contacts.some(({ kind }) => kind === 'phone') ? ['phones'] : []),
      ...(contacts.some(({ kind }) => kind === 'email') ? ['emails'] : []),
      ...(tags.length > 0 ? ['tags'] : []),
    ],
    written: {
      id: known.id,
      displayName,
      kana,
      language,
      birthday,
      note: text,
      ownerId,
      address,
      fields: { ...known.fields, ...facts.fields },
    },
  };
}
