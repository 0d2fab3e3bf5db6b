import type { CustomerFacts } from '@hanasu/contract/customers';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { checkAnswers } from '@hanasu/contract/form-answers';
import {
  FORM_FILES_MAX,
  FORM_LANGUAGES,
  FormDefinition,
  type FormSettings,
} from '@hanasu/contract/form-definition';
import type { FormAnswers, submitForm as submitEndpoint } from '@hanasu/contract/form-submissions';
import type { CustomerId, FormFileId, FormId, FormSubmissionId, FriendId } from '@hanasu/contract/ids';
import { UPDATE_SUBMISSIONS, type UpdateSubmissions } from '@hanasu/contract/realtime';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import type { SendOwn } from '../../automations/public.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { formContacts } from '../../contacts/public.ts';
import {
  conversationCommands,
  type LockedConversation,
  type PublishConversationUpdate,
} from '../../conversations/public.ts';
import { listPeople, plainText, publishNow, writeNotifications } from '../../notifications/public.ts';
import * as forms from '../forms.store.ts';
import { factsOf, fieldsIn, fingerprintOf, wordsOf } from '../submissions/answers.ts';
import { attachFiles, lockWaiting } from '../submissions/files.ts';
import { countLastHour, countSubmission, requirePersonalLimits } from '../submissions/limits.ts';
import { findClosedSlots, problemsOfSlots, todayOf } from '../submissions/slots.ts';
import * as store from '../submissions/submissions.store.ts';
import {
  type Challenge,
  type FormTokens,
  isFromLater,
  isProof,
  isSpent,
  refuseProof,
  useOnce,
} from './form-tokens.ts';
import {
  openProven,
  type Person,
  type ProvenPerson,
  provePerson,
  readPerson,
  refuseProven,
  useToken,
} from './prove-person.ts';

export interface SubmitDependencies {
  readonly database: Database;
  readonly tokens: FormTokens;
  readonly directory: ChannelDirectory;
  readonly realtime: Pick<Realtime, 'emit' | 'emitToUser'>;
  /** There are notifications to send. */
  readonly notify: () => void;
  readonly sendOwn: SendOwn;
  /** There are messages to send. */
  readonly notifyDelivery: () => void;
  readonly publishConversationUpdate: PublishConversationUpdate;
}

type Body = z.output<typeof submitEndpoint.body>;
type Answer = EndpointOutput<typeof submitEndpoint>;

/** Stores what was filled in with all that follows from it, once for each key. */
export async function submitForm(
  dependencies: SubmitDependencies,
  body: Body,
  address: string,
): Promise<Answer> {
  const { database } = dependencies;
  const { published, proven } = await readProven(dependencies, body);
  // The form and the conversation are locked: the wait for them holds no connection.
  const entry = { accountId: published.accountId, key: published.id };
  const { answer, after } = await database.inQueue(entry, () =>
    database.system((transaction) => submit(transaction, dependencies, { body, address, proven })),
  );
  after?.();
  return answer;
}

interface Submitted {
  readonly body: Body;
  readonly address: string;
  readonly proven: ProvenPerson | null;
}

async function submit(
  transaction: SystemTransaction,
  dependencies: SubmitDependencies,
  { body, address, proven }: Submitted,
): Promise<Stored> {
  const { tokens } = dependencies;
  const { accountId, id } = orNotFound(await forms.findPublished(transaction, body.slug), 'form');
  const own = within(transaction, accountId);
  const before = await store.findByKey(own, id, body.key);
  if (before) return { answer: answerOf(before) };
  const { form, challenge } = await openForm(own, tokens, { formId: id, body });
  const linked = proven ? null : await readPerson(own, tokens, { form, token: body.t });
  const person = proven ? await openProven(transaction, accountId, proven) : linked;
  // Before the form: who answers in a chat has the conversation first.
  const conversation = person && (await lockTalk(own, person.friendId));
  await forms.lockForm(own, id);
  const meanwhile = await store.findByKey(own, id, body.key);
  if (meanwhile) return { answer: answerOf(meanwhile) };
  await useOnce(transaction, challenge);
  await countSubmission(transaction, id, address);
  if (proven && !(await useToken(transaction, id, proven))) throw refuseProven('used');
  const identity = proven ? 'signed' : (linked?.identity ?? 'none');
  const source = linked?.identity === 'signed' ? 'widget' : 'page';
  const sent = { ...body, person, identity, source } as const;
  const stored = await storeSubmission(own, dependencies, { formId: id, sent });
  if (!conversation) return stored;
  const replied = await reply(own, dependencies, { formId: id, conversation, language: body.language });
  return {
    ...stored,
    after() {
      stored.after?.();
      replied?.();
    },
  };
}

/**
 * Finds the form, and whom the app of a vendor proves: the vendor is asked before the transaction, and only for a page
 * that has done its work.
 */
async function readProven({ tokens, ...context }: SubmitDependencies, body: Body) {
  const { published, isAsked } = await context.database.system(async (transaction) => {
    const published = orNotFound(await forms.findPublished(transaction, body.slug), 'form');
    const { accountId, id } = published;
    const own = within(transaction, accountId);
    if (!body.inApp || (await store.findByKey(own, id, body.key))) return { published, isAsked: false };
    await openForm(own, tokens, { formId: id, body });
    return { published, isAsked: true };
  });
  const proof = isAsked && body.inApp && (await provePerson(context, published.accountId, body.inApp));
  if (proof && 'problem' in proof) throw refuseProven(proof.problem);
  return { published, proven: proof || null };
}

interface Stored {
  readonly answer: Answer;
  /** Called after the commit. */
  readonly after?: () => void;
}

/** The newest conversation with a friend alone, locked. */
async function lockTalk(
  transaction: AccountTransaction,
  friendId: FriendId,
): Promise<LockedConversation | null> {
  const id = await forms.findConversation(transaction, friendId);
  return id && conversationCommands.lockExisting(transaction, id);
}

interface Replied {
  readonly formId: FormId;
  readonly conversation: LockedConversation;
  readonly language: Body['language'];
}

/** Thanks whom the form was sent to in a chat, as its settings say. Null: it says nothing, or they can't be reached now. */
async function reply(
  transaction: AccountTransaction,
  { sendOwn, notifyDelivery, publishConversationUpdate }: SubmitDependencies,
  { formId, conversation, language }: Replied,
): Promise<(() => void) | null> {
  const form = await forms.findForm(transaction, formId);
  const text = form ? replyOf(form, language) : '';
  if (text === '') return null;
  const sent = await sendOwn(transaction, conversation, { part: { kind: 'text', text }, text });
  if ('obstacle' in sent) return null;
  return () => {
    notifyDelivery();
    publishConversationUpdate(transaction.accountId, 'operator_chat', conversation.id, [sent.messageId]);
  };
}

/** In the language of who has filled it in, or in another one that has words. */
export const replyOf = ({ settings }: forms.FormRow, language: Body['language']): string =>
  wordsOf(settings.reply, [language, ...FORM_LANGUAGES]);

type Kept = { readonly id: FormSubmissionId; readonly createdAt: Date };
const answerOf = ({ id, createdAt }: Kept): Answer => ({ uuid: id, at: createdAt.toISOString() });

/** The form, which takes submissions now, and the work that its page has done for it. A closed form asks for none. */
async function openForm(
  transaction: AccountTransaction,
  tokens: FormTokens,
  { formId, body }: { readonly formId: FormId; readonly body: Body },
): Promise<{ readonly form: forms.FormRow; readonly challenge: Challenge }> {
  const form = orNotFound(await forms.findForm(transaction, formId), 'form');
  if (form.state !== 'open') throw new AppError('not_found', 'There is no such form');
  const challenge = tokens.readChallenge(formId, body.proof.token);
  const now = transaction.now();
  if (!challenge || isFromLater(challenge, now) || !isProof(challenge, body.proof.number))
    throw refuseProof('wrong', 'Load the form again, then send it');
  if (isSpent(challenge, now, await countLastHour(transaction, formId)))
    throw refuseProof('expired', 'Load the form again, then send it');
  return { form, challenge };
}

/** What was filled in, and how it came. */
interface Sent
  extends Pick<store.NewSubmission, 'key' | 'version' | 'answers' | 'language' | 'source' | 'identity'> {
  readonly person: Person | null;
}

/** The form is locked. What is refused is refused before anything is written. */
export async function storeSubmission(
  transaction: AccountTransaction,
  { realtime, notify }: Pick<SubmitDependencies, 'realtime' | 'notify'>,
  { formId, sent }: { readonly formId: FormId; readonly sent: Sent },
): Promise<Stored> {
  const form = orNotFound(await forms.findForm(transaction, formId), 'form');
  if (form.state !== 'open') throw new AppError('not_found', 'There is no such form');
  const version = await forms.findVersion(transaction, formId, sent.version);
  if (!version) throw AppError.field('validation_failed', 'body.version', 'There is no such version');
  const definition = FormDefinition.parse(version.definition);
  const answers = await readAnswers(transaction, definition, sent.answers);
  const filled = { formId, definition, answers };
  const files = await readFiles(transaction, filled, sent.source === 'chat' ? sent.key : null);
  await refuseClosedSlots(transaction, filled);
  const { person, key, language, source, identity } = sent;
  const facts = factsOf(definition, answers, await formContacts.listFields(transaction));
  await requirePersonalLimits(transaction, form, { customerId: person?.customerId ?? null, facts });
  const { customerId, kept } = await fill(transaction, {
    formId,
    facts,
    person,
    conflict: form.settings.conflict,
    isProven: identity === 'signed',
  });
  const id = newId<FormSubmissionId>();
  const createdAt = await store.insertSubmission(transaction, {
    id,
    formId,
    version: version.number,
    key,
    answers,
    language,
    source,
    identity,
    customerId,
    friendId: person?.friendId ?? null,
    kept,
    fingerprint: fingerprintOf(definition, answers),
  });
  await attachFiles(transaction, id, files);
  if (customerId)
    await formContacts.recordEvents(transaction, { kind: 'form', id: formId }, [
      {
        customerId,
        kind: 'submitted',
        data: { formId, submissionId: id, ...(person ? { friendId: person.friendId } : {}) },
      },
    ]);
  const notification = noticeOf(form, id, {
    lastHour: await countLastHour(transaction, formId),
    now: transaction.now(),
  });
  const written = await writeNotifications(transaction, await listPeople(transaction), [notification]);
  const after = (): void => {
    publishNow({ realtime, notify }, written);
    realtime.emit(transaction.accountId, UPDATE_SUBMISSIONS, {
      formUuid: formId,
    } satisfies UpdateSubmissions);
  };
  return { answer: answerOf({ id, createdAt }), after };
}

/** So many submissions of an hour are notified one by one; of those after them, one in so many minutes. */
const NOTICES = { alone: 10, busyMs: 10 * 60_000 };

function noticeOf(
  { id: formId, name }: forms.FormRow,
  submissionId: FormSubmissionId,
  { lastHour, now }: { readonly lastHour: number; readonly now: number },
) {
  const list = `/Channel/custom_form/${formId}/submissions`;
  const isBusy = lastHour > NOTICES.alone;
  return {
    event: 'form_submitted' as const,
    key: `form_submitted:${isBusy ? `${formId}:${Math.floor(now / NOTICES.busyMs)}` : submissionId}`,
    subject: plainText(name, 'subject'),
    // No personal data here: notifications are not erased with the customer.
    body: '',
    path: isBusy ? list : `${list}?submission=${submissionId}`,
  };
}

const refuse = (problems: Readonly<Record<string, string>>): void => {
  const errors = Object.entries(problems).map(([key, code]) => ({
    path: `body.answers.${key}`,
    code,
    message: `The answer is refused: ${code}`,
  }));
  if (errors.length > 0) throw new AppError('validation_failed', errors[0]?.message, { errors });
};

async function readAnswers(
  transaction: AccountTransaction,
  definition: FormDefinition,
  given: FormAnswers,
): Promise<FormAnswers> {
  const { answers, problems, unknown } = checkAnswers(definition, given, await todayOf(transaction));
  refuse({ ...Object.fromEntries(unknown.map((key) => [key, 'unknown'])), ...problems });
  return answers;
}

interface Filled {
  readonly formId: FormId;
  readonly definition: FormDefinition;
  readonly answers: FormAnswers;
}

/** Reads files that were sent for this field of this form, in the same place, and for no other submission. */
async function readFiles(
  transaction: AccountTransaction,
  { formId, definition, answers }: Filled,
  talkId: string | null,
): Promise<FormFileId[]> {
  const wanted = fieldsIn(definition).flatMap(({ kind, key }) => {
    const answer = answers[key];
    return kind === 'file' && Array.isArray(answer) ? answer.map((id) => ({ key, id })) : [];
  });
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ id }) => id);
  const found = await lockWaiting(transaction, { formId, talkId }, ids);
  const isThere = ({ key, id }: (typeof wanted)[number]): boolean =>
    found.some((file) => file.id === id && file.field === key);
  refuse(Object.fromEntries(wanted.filter((one) => !isThere(one)).map(({ key }) => [key, 'fileMissing'])));
  if (ids.length > FORM_FILES_MAX || new Set(ids).size < ids.length)
    refuse(Object.fromEntries(wanted.map(({ key }) => [key, 'tooMany'])));
  return found.map(({ id }) => id);
}

const refuseClosedSlots = async (
  transaction: AccountTransaction,
  { formId, definition, answers }: Filled,
): Promise<void> => refuse(problemsOfSlots(await findClosedSlots(transaction, formId, definition), answers));

interface Known {
  readonly person: Person | null;
  /** What the answers say of the customer. */
  readonly facts: CustomerFacts;
}

/** Copies answers into the customer. Creates one when the form was filled in anonymously and names them. */
async function fill(
  transaction: AccountTransaction,
  {
    formId,
    facts,
    person,
    conflict,
    isProven,
  }: Known & {
    readonly formId: FormId;
    readonly conflict: FormSettings['conflict'];
    readonly isProven: boolean;
  },
): Promise<{ customerId: CustomerId | null; kept: string[] }> {
  const isNamed = facts.displayName || facts.phones || facts.emails;
  if (!person && !isNamed) return { customerId: null, kept: [] };
  return formContacts.fillCustomer(
    transaction,
    { kind: 'form', id: formId },
    {
      customerId: person?.customerId ?? null,
      facts,
      replaces: conflict === 'replace',
      // A link may have been passed on: it must not change where the customer is written to.
      keepsContacts: !isProven,
    },
  );
}
