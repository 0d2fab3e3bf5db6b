import { CONTACTS_MAX, type PostalAddress } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { isPoorerCopy } from '../../../platform/files/legacy-text.ts';
import { newId } from '../../../platform/ids.ts';
import type * as store from './import-rows.store.ts';
import type { RowFacts } from './read-row.ts';
import type { RowReason } from './row-reason.ts';

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
  /** Who has the same phone or e-mail address and is another person. */
  readonly apartFrom: readonly CustomerId[];
  /** Why values of the row were left out. */
  readonly reasons: readonly RowReason[];
}

export const countOf = (customer: store.KnownCustomer | undefined, wanted: 'phone' | 'email'): number =>
  customer?.contacts.filter(({ kind }) => kind === wanted).length ?? 0;

const lastPosition = ({ contacts }: store.KnownCustomer, wanted: 'phone' | 'email'): number =>
  Math.max(0, ...contacts.filter(({ kind }) => kind === wanted).map(({ position }) => position));

/** Those of the row that the customer has not. */
export const contactsOf = (
  facts: RowFacts,
  customer: store.KnownCustomer | undefined,
  kind: 'phone' | 'email',
) =>
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

type Said = Pick<ChangingRow, 'row' | 'name' | 'tags' | 'reasons'> & {
  readonly facts: RowFacts;
  readonly encoding: string | null;
};

/** What is written of a new customer. */
export const newOf = (said: Said): Omit<ChangingRow, 'apartFrom'> => {
  const id = newId<CustomerId>();
  return { ...differences(said, { ...NOTHING, id, name: '' }), outcome: 'created' };
};

/** What changes of a customer; without facts: nothing. */
export const changeOf = (said: Said, customer: store.KnownCustomer): ChangingRow => ({
  ...differences(said, customer),
  outcome: 'changed',
  apartFrom: [],
});

const PLAIN = ['displayName', 'kana', 'language', 'birthday', 'note', 'ownerId'] as const;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Without what is stored better than it stands in the file; an export names a customer as the channel does. */
function withoutCopies(facts: RowFacts, known: store.KnownCustomer, encoding: string | null): RowFacts {
  const isCopy = (given: unknown, stored: unknown): boolean =>
    typeof given === 'string' &&
    typeof stored === 'string' &&
    stored !== '' &&
    isPoorerCopy(given, stored, encoding);
  const better = <Values extends object>(given: Values, stored: Readonly<Record<string, unknown>>): Values =>
    Object.fromEntries(
      Object.entries(given).filter(([name, value]) => !isCopy(value, stored[name])),
    ) as Values;
  const plain = { displayName: known.displayName ?? known.name, kana: known.kana, note: known.note };
  return {
    ...better(facts, plain),
    fields: better(facts.fields, known.fields),
    ...(facts.address ? { address: better(facts.address, { ...known.address }) } : {}),
  };
}

function differences(
  { row, name, facts: given, tags, reasons, encoding }: Said,
  known: store.KnownCustomer,
): Omit<ChangingRow, 'outcome' | 'apartFrom'> {
  const facts = withoutCopies(given, known, encoding);
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
    contactsOf(facts, known, kind)
      .filter(
        ({ value }) =>
          !known.contacts.some((one) => one.kind === kind && isPoorerCopy(value, one.value, encoding)),
      )
      .slice(0, CONTACTS_MAX - countOf(known, kind))
      .map((contact, index) => ({
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
    reasons,
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
