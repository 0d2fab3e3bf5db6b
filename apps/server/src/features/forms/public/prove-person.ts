import type { InAppPages } from '@hanasu/channels/spec/channel';
import { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { CustomerView } from '@hanasu/contract/customers';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { problemOfAnswer } from '@hanasu/contract/form-answers';
import type { FormDefinition, FormField } from '@hanasu/contract/form-definition';
import type { FormAnswer, FormAnswers, InAppProof, ProofProblem } from '@hanasu/contract/form-submissions';
import type { getFormLogin } from '@hanasu/contract/forms';
import type { AccountId, ChannelId, CustomerId, FormId, FriendId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import type { ChannelDirectory, OpenChannel } from '../../channels/public.ts';
import { contacts, formContacts } from '../../contacts/public.ts';
import * as forms from '../forms.store.ts';
import { fieldsIn } from '../submissions/answers.ts';
import { findProvenAnswers } from '../submissions/submissions.store.ts';
import * as logins from './form-logins.store.ts';
import type { FormTokens } from './form-tokens.ts';

/** Who fills in a form, as far as it is known. */
export interface Person {
  readonly friendId: FriendId;
  readonly customerId: CustomerId;
  readonly name: string;
}

interface Recognised extends Person {
  readonly identity: 'link' | 'signed';
  /** The owner's own web site has said who they are. */
  readonly isSignedIn: boolean;
}

/** Who the form was sent to by a signed link that still holds; null: nobody knows. */
export async function readPerson(
  transaction: AccountTransaction,
  tokens: FormTokens,
  { form, token }: { readonly form: forms.FormRow; readonly token: string | undefined },
): Promise<Recognised | null> {
  const link = token === undefined ? null : tokens.readLink(token);
  const holds =
    link !== null &&
    link.accountId === transaction.accountId &&
    link.formId === form.id &&
    link.expiresAt > transaction.now() &&
    link.issuedAt >= Math.floor(form.linksFrom.getTime());
  const friend = holds ? await formContacts.findFriend(transaction, link.friendId) : null;
  if (!friend) return null;
  const person = { friendId: friend.uuid, customerId: friend.customerUuid, name: friend.name };
  if (link?.via !== 'visitor') return { ...person, identity: 'link', isSignedIn: false };
  // Whom no site has signed in has a name that we gave them.
  const isSignedIn = await forms.isSignedIn(transaction, friend.uuid);
  return { ...person, name: isSignedIn ? friend.name : '', identity: 'signed', isSignedIn };
}

const WithLiff = z.object({ liff: ChannelSettings.shape.liff });

/** How pages of a channel are opened inside the vendor's app; null: it can't, or the owner has not set it up. */
export function inAppOf({
  adapter,
  settings,
  isDisconnected,
}: OpenChannel): { readonly pages: InAppPages; readonly appId: string; readonly audience: string } | null {
  const liff = WithLiff.safeParse(settings).data?.liff;
  return liff && adapter.inAppPages && !isDisconnected
    ? { pages: adapter.inAppPages, appId: liff.liffId, audience: liff.loginChannelId }
    : null;
}

/** A person of a vendor, who may have talked to this channel or not. */
export interface ProvenPerson {
  readonly channel: { readonly id: ChannelId; readonly isShared: boolean };
  readonly externalId: string;
  readonly name: string;
  readonly token: string;
}

interface ProofContext {
  readonly database: Database;
  readonly directory: ChannelDirectory;
}

/** Asks the vendor, so never inside of a transaction. */
export async function provePerson(
  context: ProofContext,
  accountId: AccountId,
  { channelUuid, token }: InAppProof,
): Promise<ProvenPerson | { readonly problem: ProofProblem }> {
  const channel = await context.directory.find(accountId, channelUuid);
  const inApp = channel && inAppOf(channel);
  if (!inApp) return { problem: 'refused' };
  const proof = await inApp.pages.verify(token, inApp.audience);
  if (proof.kind !== 'proven') return { problem: proof.kind };
  const login = { channelId: channel.id, loginChannelId: inApp.audience };
  const problem = await problemOfLogin(context, accountId, { ...login, externalId: proof.externalId });
  if (problem) return { problem };
  const isShared = channel.adapter.manifest.capabilities.sharedPersonIds;
  return {
    channel: { id: channel.id, isShared },
    externalId: proof.externalId,
    name: proof.name ?? '',
    token,
  };
}

/**
 * A login channel of another provider names people by ids that the channel does not know, and each of them would become
 * a new friend. One person whom the channel knows confirms it for good, as its provider never changes. A person whom
 * the channel does not know proves nothing: they may be no friend.
 */
async function problemOfLogin(
  { database, directory }: ProofContext,
  accountId: AccountId,
  person: logins.FormLogin & { readonly externalId: string },
): Promise<ProofProblem | null> {
  const { channelId, externalId } = person;
  const { isConfirmed, isNamed } = await database.account(accountId, async (transaction) => {
    const login = await logins.findLogin(transaction, person);
    if (login?.isConfirmed) return { isConfirmed: true, isNamed: false };
    return { isConfirmed: false, isNamed: await logins.isNamedByVendor(transaction, channelId, externalId) };
  });
  if (isConfirmed) return null;
  const found = isNamed ? 'known' : await askForPerson(directory, accountId, person);
  if (found === 'unreachable') return found;
  const write = found === 'known' ? logins.confirmLogin : logins.countUnknownProof;
  await database.account(accountId, (transaction) => write(transaction, person));
  return found === 'known' ? null : 'unconfirmed';
}

/** Whether the vendor gives the channel a profile of this id, as it does for friends. */
async function askForPerson(
  directory: ChannelDirectory,
  accountId: AccountId,
  { channelId, externalId }: { readonly channelId: ChannelId; readonly externalId: string },
): Promise<'known' | 'unknown' | 'unreachable'> {
  const channel = await directory.open(accountId, channelId);
  const outcome = await channel?.adapter.profile(channel.connection, externalId);
  if (outcome?.kind === 'found') return 'known';
  return outcome?.isUnknown ? 'unknown' : 'unreachable';
}

/** Whether the login channel of the settings is of the channel's provider, as far as people who opened forms show. */
export async function readFormLogin(
  { database, directory }: ProofContext,
  accountId: AccountId,
  id: ChannelId,
): Promise<EndpointOutput<typeof getFormLogin>> {
  const inApp = inAppOf(orNotFound(await directory.find(accountId, id), 'channel'));
  if (!inApp) return { login: null };
  const login = { channelId: id, loginChannelId: inApp.audience };
  const found = await database.account(accountId, (transaction) => logins.findLogin(transaction, login));
  const state = found ? (found.isConfirmed ? 'confirmed' : 'doubtful') : 'untried';
  return { login: { channelId: inApp.audience, state } };
}

export const refuseProven = (code: ProofProblem) =>
  new AppError('validation_failed', 'Send it again without the proof of who it is', {
    errors: [{ path: 'body.inApp', code, message: 'The ID token was not accepted' }],
  });

/** Who it is, if they are known. */
export async function findProven(
  transaction: AccountTransaction,
  { channel, externalId }: ProvenPerson,
): Promise<Person | null> {
  const id = await forms.findFriendBy(transaction, channel.id, externalId);
  const friend = id && (await formContacts.findFriend(transaction, id));
  return friend && { friendId: friend.uuid, customerId: friend.customerUuid, name: friend.name };
}

/** Who is no friend yet becomes one of an unknown state, so that they are the same person when they add the account. */
export async function openProven(
  transaction: SystemTransaction,
  accountId: AccountId,
  proven: ProvenPerson,
): Promise<Person | null> {
  const own = within(transaction, accountId);
  const known = await findProven(own, proven);
  if (known) return known;
  const { channel, externalId, name } = proven;
  const opened = await contacts.openFriends(own, channel, [externalId]);
  const id = opened.get(externalId)?.id;
  if (id && name !== '')
    await contacts.setProfiles(transaction, [{ accountId, id, name, pictureUrl: null, language: null }]);
  return findProven(own, proven);
}

/** Longer than the vendor takes a token. */
const USED_SECONDS = 24 * 60 * 60;

/** In the transaction that stores the submission; false: one came with this token already. */
export const useToken = async (
  transaction: SystemTransaction,
  formId: FormId,
  { token }: ProvenPerson,
): Promise<boolean> => {
  const once = { times: 1, seconds: USED_SECONDS };
  return (await consumeAllowance(transaction, tryKey('form-id-token', formId, token), once)) === 0;
};

interface Begun {
  readonly formId: FormId;
  readonly definition: FormDefinition;
  readonly today: string;
}

/** Answers that stand there for a person who is proven: what they are known by, or what they answered before. */
export async function knownAnswers(
  transaction: AccountTransaction,
  { formId, definition, today }: Begun,
  { customerId, name }: Person,
): Promise<FormAnswers> {
  const customer = await formContacts.findCustomer(transaction, customerId, []);
  const hidden = (await formContacts.listFields(transaction)).flatMap(({ uuid, hiddenFrom }) =>
    hiddenFrom.length > 0 ? [uuid] : [],
  );
  const before = await findProvenAnswers(transaction, formId, customerId);
  const isHidden = (field: FormField): boolean =>
    'mapTo' in field &&
    field.mapTo !== null &&
    'fieldUuid' in field.mapTo &&
    hidden.includes(field.mapTo.fieldUuid);
  const answers = fieldsIn(definition)
    .filter((field) => mayBegin(field) && !isHidden(field))
    .flatMap((field): [string, FormAnswer][] => {
      const wanted = [customer && factFor(field, customer), before[field.key], nameFor(field, name)];
      const fits = (answer: FormAnswer | null | undefined): answer is FormAnswer =>
        answer !== null && answer !== undefined && problemOfAnswer(field, answer, today) === null;
      const answer = wanted.find(fits);
      return answer === undefined || answer === '' ? [] : [[field.key, answer]];
    });
  return Object.fromEntries(answers);
}

/** A link may have been passed on: it tells the name alone. */
export const linkedAnswers = (definition: FormDefinition, name: string): FormAnswers =>
  Object.fromEntries(
    fieldsIn(definition).flatMap((field) => {
      const answer = mayBegin(field) ? nameFor(field, name) : null;
      return answer ? [[field.key, answer]] : [];
    }),
  );

/** Consent is given anew each time, and files and places are used up. */
const ANEW: readonly FormField['kind'][] = ['consent', 'file', 'slot', 'hidden', 'heading'];
const mayBegin = (field: FormField): boolean =>
  'prefill' in field && field.prefill && field.sensitive !== true && !ANEW.includes(field.kind);

const factIn = (field: FormField): string | null =>
  'mapTo' in field && field.mapTo !== null && 'fact' in field.mapTo ? field.mapTo.fact : null;

const nameFor = (field: FormField, name: string): string | null =>
  field.kind === 'text' && factIn(field) === 'displayName' ? name : null;

/** Neither the name that staff gave nor their notes. */
function factFor(field: FormField, customer: CustomerView): FormAnswer | null | undefined {
  switch (factIn(field)) {
    case 'kana':
      return customer.kana;
    case 'birthday':
      return customer.birthday;
    case 'address':
      return customer.address;
    case 'phone':
      return customer.phones[0]?.value;
    case 'email':
      return customer.emails[0]?.value;
    default:
      return null;
  }
}
