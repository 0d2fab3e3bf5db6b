import type { ActionReason } from '@hanasu/contract/actions';
import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import { CONTACTS_MAX, type CustomerFacts, type CustomerView } from '@hanasu/contract/customers';
import type { CustomerId, FriendId, TagId, UserId } from '@hanasu/contract/ids';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type ActionCause, type ActionKind, defineAction } from '../../../platform/feature.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { hiddenFields, listFields } from '../fields/fields.store.ts';
import { readValues } from '../fields/read-values.ts';
import { markApart } from '../merges/merges.store.ts';
import { findMemberIds, findTagStates } from '../segments/segments.store.ts';
import { giveTag, takeTag } from '../tags/give-tags.ts';
import { type By, type NewCustomerEvent, recordEvents } from './customer-events.store.ts';
import * as store from './customers.store.ts';
import {
  normalAddress,
  normalEmail,
  normalPhone,
  phoneCountry,
  storedContacts,
} from './normalise-contacts.ts';

/** Who does it: a member, or a program in the name of one. */
export const byOf = ({ userId, apiKey }: Pick<Session, 'userId' | 'apiKey'>): By =>
  apiKey ? { kind: 'api', id: apiKey.uuid } : { kind: 'staff', id: userId };

/**
 * Adds a customer who is on no channel. A phone may be shared (a family, an office): messages are matched by the id that
 * a channel has of a person, never by a number, so a shared number attributes none to another customer. Throws
 * `customer_known` when the caller asks first (`ifKnown`).
 */
export async function createCustomer(
  transaction: AccountTransaction,
  session: Session,
  { ifKnown, ...facts }: CustomerFacts & { readonly ifKnown?: 'refuse' | 'add' | undefined },
): Promise<CustomerView> {
  const id = newId<CustomerId>();
  const known = ifKnown ? await findSharing(transaction, facts) : [];
  if (ifKnown === 'refuse' && known.length > 0) throw alreadyKnown(known);
  await store.insertCustomer(transaction, id, session.apiKey ? 'api' : 'staff');
  await recordEvents(transaction, byOf(session), [{ customerId: id, kind: 'created', data: {} }]);
  await writeFacts(transaction, session, { id, facts });
  await markApart(
    transaction,
    id,
    known.map((one) => one.id),
  );
  return shownCustomer(transaction, session, id);
}

/** Phone numbers and e-mail addresses as they are compared. */
export async function normalContactsOf(
  transaction: AccountTransaction,
  { phones = [], emails = [], address }: CustomerFacts,
): Promise<{ kind: 'phone' | 'email'; normal: string }[]> {
  const country = phoneCountry(address?.country, await store.timeZoneOf(transaction));
  const normals = [
    ...phones.map((value) => ({ kind: 'phone' as const, normal: normalPhone(value, country) })),
    ...emails.map((value) => ({ kind: 'email' as const, normal: normalEmail(value) })),
  ];
  return normals.flatMap(({ kind, normal }) => (normal === null ? [] : { kind, normal }));
}

/** Who has a phone or an e-mail address of these. */
async function findSharing(transaction: AccountTransaction, facts: CustomerFacts) {
  const contacts = await normalContactsOf(transaction, facts);
  return contacts.length === 0 ? [] : store.findByContacts(transaction, contacts);
}

const alreadyKnown = (known: Awaited<ReturnType<typeof findSharing>>): AppError =>
  new AppError('customer_known', 'Another customer has this phone number or email address', {
    errors: known.map(({ name, kind }) => ({ path: `body.${kind}s`, code: 'customer_known', message: name })),
  });

interface CustomerChanges {
  readonly facts: CustomerFacts;
  readonly addTags: readonly TagId[];
  readonly removeTags: readonly TagId[];
  readonly consents: Readonly<Record<string, string>>;
}

export async function changeCustomer(
  transaction: AccountTransaction,
  session: Session,
  { id, facts, addTags, removeTags, consents }: CustomerChanges & { readonly id: CustomerId },
): Promise<CustomerView> {
  const [locked] = await store.lockCustomers(transaction, [id]);
  if (!locked) throw noSuchCustomer();
  const by = byOf(session);
  await recordEvents(transaction, by, await writeFacts(transaction, session, { id, facts }));
  for (const tagId of removeTags) await takeTag(transaction, [id], { tagId, by });
  for (const tagId of addTags) await giveTag(transaction, [id], { tagId, by });
  const agreed = await store.setConsents(transaction, id, consents);
  await recordEvents(
    transaction,
    by,
    agreed.map((friend) => ({
      customerId: id,
      kind: 'consent',
      data: { friendId: friend.id, channelId: friend.channelId, consent: consents[friend.id] },
    })),
  );
  return shownCustomer(transaction, session, id);
}

/** Changes the consent of a friend, and the tag of those who took it back. */
export async function changeConsent(
  transaction: AccountTransaction,
  id: CustomerId,
  {
    friendId,
    consent,
    tagId,
  }: {
    readonly friendId: FriendId;
    readonly consent: 'given' | 'withdrawn';
    readonly tagId: TagId | null;
  },
): Promise<void> {
  const by: By = { kind: 'customer', id: null };
  await store.lockCustomers(transaction, [id]);
  const changed = await store.setConsents(transaction, id, { [friendId]: consent });
  await recordEvents(
    transaction,
    by,
    changed.map((friend) => ({
      customerId: id,
      kind: 'consent',
      data: { friendId: friend.id, channelId: friend.channelId, consent },
    })),
  );
  if (!tagId) return;
  if (consent === 'withdrawn') await giveTag(transaction, [id], { tagId, by });
  else await takeTag(transaction, [id], { tagId, by });
}

/** Writes what differs, and answers what is to be written down about it. */
async function writeFacts(
  transaction: AccountTransaction,
  { role }: Pick<Session, 'role'>,
  { id, facts }: { readonly id: CustomerId; readonly facts: CustomerFacts },
): Promise<NewCustomerEvent[]> {
  const { ownerUuid, fields = {}, phones, emails, displayName, address, ...others } = facts;
  if (ownerUuid) await requireMember(transaction, ownerUuid);
  const known = await listFields(transaction);
  const seen = known.filter(({ hiddenFrom }) => !hiddenFrom.some((hidden) => hidden === role));
  const changed = await store.updateCustomer(transaction, id, {
    ...others,
    ...(address === undefined ? {} : { address: address && normalAddress(address) }),
    // An empty name is none: the one that the channel tells is shown then.
    displayName: displayName === '' ? null : displayName,
    ownerId: ownerUuid,
    ...readValues(seen, fields),
  });
  if (phones) {
    const country = phoneCountry(facts.address?.country, await store.timeZoneOf(transaction));
    const contacts = storedContacts(phones, (value) => normalPhone(value, country));
    if (await store.replaceContacts(transaction, id, { kind: 'phone', contacts })) changed.push('phones');
  }
  if (emails) {
    const contacts = storedContacts(emails, normalEmail);
    if (await store.replaceContacts(transaction, id, { kind: 'email', contacts })) changed.push('emails');
  }
  const names = changed.filter((name) => name !== 'owner_id');
  return [
    ...(names.length > 0 ? [{ customerId: id, kind: 'changed' as const, data: { facts: names } }] : []),
    ...(changed.includes('owner_id')
      ? [{ customerId: id, kind: 'owner' as const, data: { ownerId: ownerUuid } }]
      : []),
  ];
}

/** What somebody has filled in of themselves. */
interface FilledFacts {
  /** Null: nobody knows who it is, so it is somebody new. */
  readonly customerId: CustomerId | null;
  readonly facts: CustomerFacts;
  /** What is known already and is something else is replaced. */
  readonly replaces: boolean;
  /** Phone numbers and e-mail addresses that are known stay all the same. */
  readonly keepsContacts: boolean;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The customer, and the names of the facts that were something else and stayed so; ids of the account's own fields. */
export async function fillCustomer(
  transaction: AccountTransaction,
  by: By,
  { customerId, facts, replaces, keepsContacts }: FilledFacts,
): Promise<{ customerId: CustomerId; kept: string[] }> {
  const id = customerId ?? newId<CustomerId>();
  if (customerId === null) {
    await store.insertCustomer(transaction, id, 'form');
    await recordEvents(transaction, by, [{ customerId: id, kind: 'created', data: {} }]);
  } else if ((await store.lockCustomers(transaction, [id])).length === 0) throw noSuchCustomer();
  const before = orNotFound(await store.findCustomer(transaction, id, []), 'customer');
  const kept: string[] = [];
  const settle = (name: string, known: unknown, given: unknown): boolean => {
    const isKnown = known !== null && known !== undefined && known !== '';
    if (!isKnown || isSame(known, given)) return !isKnown;
    if (!replaces) kept.push(name);
    return replaces;
  };
  const { phones, emails, fields = {}, ...given } = facts;
  const others = given.address ? { ...given, address: normalAddress(given.address) } : given;
  const country = phoneCountry(
    (facts.address ?? before.address)?.country,
    await store.timeZoneOf(transaction),
  );
  const contactsOf = (kind: 'phone' | 'email', given: readonly string[] = []): string[] | undefined => {
    const known = before[`${kind}s`];
    const normal = (value: string) => (kind === 'phone' ? normalPhone(value, country) : normalEmail(value));
    const isKnown = (value: string): boolean =>
      known.some((one) => one.value === value || (one.normal !== null && one.normal === normal(value)));
    const fresh = given.filter((value) => !isKnown(value));
    if (fresh.length === 0) return undefined;
    if (known.length === 0 || (replaces && !keepsContacts))
      return [...fresh, ...known.map(({ value }) => value)].slice(0, CONTACTS_MAX);
    kept.push(kind);
    return undefined;
  };
  const isReadable = (name: string, value: NonNullable<CustomerFacts['fields']>[string]): boolean =>
    fieldProblem(ownFields, name, value) === null;
  const ownFields = await listFields(transaction);
  const written = {
    ...Object.fromEntries(
      Object.entries(others).filter(([name, given]) =>
        settle(name, before[name as keyof typeof others & keyof CustomerView], given),
      ),
    ),
    fields: Object.fromEntries(
      Object.entries(fields).filter(
        ([name, given]) => isReadable(name, given) && settle(name, before.fields[name], given),
      ),
    ),
    ...Object.fromEntries(
      Object.entries({ phones: contactsOf('phone', phones), emails: contactsOf('email', emails) }).filter(
        ([, given]) => given !== undefined,
      ),
    ),
  };
  const events = await writeFacts(transaction, { role: 'owner' }, { id, facts: written });
  await recordEvents(transaction, by, events);
  return { customerId: id, kept };
}

export async function requireMember(transaction: AccountTransaction, userId: UserId): Promise<void> {
  if (!(await store.isMember(transaction, userId)))
    throw AppError.field('validation_failed', 'body.ownerUuid', 'Choose a member of the account');
}

/** As the caller's role sees them. Throws `not_found`. */
export async function shownCustomer(
  transaction: AccountTransaction,
  { role }: Session,
  id: CustomerId,
): Promise<CustomerView> {
  const hidden = await hiddenFields(transaction, role);
  return orNotFound(await store.findCustomer(transaction, id, hidden), 'customer');
}

const noSuchCustomer = () => new AppError('not_found', 'There is no such customer');

const byRule = ({ rule }: ActionCause): By => ({ kind: 'rule', id: rule.id });

async function findTagProblems(
  transaction: AccountTransaction,
  ids: readonly TagId[],
): Promise<Map<TagId, ActionReason | null>> {
  const states = await findTagStates(transaction, ids);
  const isArchived = new Map(states.map((found) => [found.id, found.isArchived]));
  return new Map(
    ids.map((id) => [
      id,
      isArchived.has(id) ? (isArchived.get(id) ? 'tag_archived' : null) : ('tag_missing' as const),
    ]),
  );
}

const tag = defineAction({
  kind: 'tag',
  async findProblems(transaction, actions) {
    const found = await findTagProblems(
      transaction,
      actions.map(({ tagUuid }) => tagUuid),
    );
    return actions.map(({ tagUuid }) => found.get(tagUuid) ?? null);
  },
  async run(transaction, { tagUuid }, cause) {
    const ids = [cause.event.customerId];
    await store.lockCustomers(transaction, ids);
    await giveTag(transaction, ids, { tagId: tagUuid, by: byRule(cause) });
    return {};
  },
});

const untag = defineAction({
  kind: 'untag',
  /** A tag that is archived can be taken away. */
  async findProblems(transaction, actions) {
    const found = await findTagProblems(
      transaction,
      actions.map(({ tagUuid }) => tagUuid),
    );
    return actions.map(({ tagUuid }) => (found.get(tagUuid) === 'tag_missing' ? 'tag_missing' : null));
  },
  async run(transaction, { tagUuid }, cause) {
    const ids = [cause.event.customerId];
    await store.lockCustomers(transaction, ids);
    await takeTag(transaction, ids, { tagId: tagUuid, by: byRule(cause) });
    return {};
  },
});

function fieldProblem(
  known: readonly CustomerFieldView[],
  id: string,
  value: Parameters<typeof readValues>[1][string],
): ActionReason | null {
  const field = known.find(({ uuid }) => uuid === id);
  if (!field) return 'field_missing';
  if (field.archivedAt !== null) return 'field_archived';
  try {
    readValues([field], { [id]: value });
    return null;
  } catch (error) {
    if (AppError.is(error)) return 'field_value';
    throw error;
  }
}

const field = defineAction({
  kind: 'field',
  async findProblems(transaction, actions) {
    const known = await listFields(transaction);
    return actions.map(({ fieldUuid, value }) => fieldProblem(known, fieldUuid, value));
  },
  async run(transaction, { fieldUuid, value }, cause) {
    const { customerId } = cause.event;
    await store.lockCustomers(transaction, [customerId]);
    const values = readValues(await listFields(transaction), { [fieldUuid]: value });
    const facts = await store.updateCustomer(transaction, customerId, values);
    if (facts.length > 0)
      await recordEvents(transaction, byRule(cause), [{ customerId, kind: 'changed', data: { facts } }]);
    return {};
  },
});

const owner = defineAction({
  kind: 'owner',
  async findProblems(transaction, actions) {
    const members = await findMemberIds(transaction);
    return actions.map(({ ownerUuid }) =>
      ownerUuid === null || members.includes(ownerUuid) ? null : 'member_missing',
    );
  },
  async run(transaction, { ownerUuid }, cause) {
    const { customerId } = cause.event;
    await store.lockCustomers(transaction, [customerId]);
    if ((await store.assignCustomers(transaction, [customerId], ownerUuid)) > 0)
      await recordEvents(transaction, byRule(cause), [
        { customerId, kind: 'owner', data: { ownerId: ownerUuid } },
      ]);
    return {};
  },
});

/** What can be done with tags, facts and owners. */
export const CONTACT_ACTIONS: readonly ActionKind[] = [tag, untag, field, owner];
