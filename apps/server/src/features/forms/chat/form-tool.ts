import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import {
  FORM_LINK_DAYS,
  FORM_TALKS_MAX,
  type FormDefinition,
  type FormLanguage,
} from '@hanasu/contract/form-definition';
import { FormAnswers } from '@hanasu/contract/form-submissions';
import type { ConversationId, CustomerFieldId, FormId, FriendId } from '@hanasu/contract/ids';
import { compactText, foldText } from '@hanasu/contract/text';
import { formToolPrompt } from '@hanasu/models/prompts/answer';
import type { JSONSchema7 } from 'json-schema';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { FormStart, StartForm } from '../../answering/public.ts';
import type { FormOffer, ToolForms } from '../../bots/public.ts';
import { formContacts } from '../../contacts/public.ts';
import * as forms from '../forms.store.ts';
import { fieldsIn, wordsOf } from '../submissions/answers.ts';
import { holderOf, openAsked, type TalkDependencies } from './answer-in-chat.ts';
import { type AskedField, choiceLabels, isAskable, readValue } from './chat-fields.ts';
import * as store from './form-conversations.store.ts';
import { type AskedForm, begin, type TalkState } from './form-talk.ts';
import { findKnownAnswers } from './known-answers.ts';

type ToolDependencies = Pick<TalkDependencies, 'tokens' | 'publicUrl'>;

/** Forms that a bot's model may begin: what it is told of them, and what comes of its call. */
export const createFormTools = (
  dependencies: ToolDependencies & { readonly database: Database },
): ToolForms & { readonly start: StartForm } => ({
  async find(transaction, id) {
    const form = await forms.findForm(transaction, id);
    return form && { name: form.name, state: form.state };
  },
  offer: (transaction, id) => offerForm(transaction, dependencies, id),
  start: (call) =>
    dependencies.database.account(call.accountId, (transaction) =>
      startForm(transaction, dependencies, call),
    ),
});

/** Consent, files and addresses of pages are the customer's alone to give. */
const TOLD: ReadonlySet<AskedField['kind']> = new Set([
  ...(['text', 'longText', 'number', 'choice', 'choices', 'scale', 'date', 'time', 'slot'] as const),
  ...(['phone', 'email', 'address'] as const),
]);
/** A model reads all of them with every answer. */
const FIELDS_MAX = 40;
const CHOICES_MAX = 50;

/** Without what some of the staff may not read: calls of tools stand in the inbox. */
async function toldFields(
  transaction: AccountTransaction,
  definition: FormDefinition,
): Promise<AskedField[]> {
  const own = await formContacts.listFields(transaction);
  const isHidden = (id: CustomerFieldId): boolean =>
    own.some(({ uuid, hiddenFrom }) => uuid === id && hiddenFrom.length > 0);
  return fieldsIn(definition)
    .filter(isAskable)
    .filter(
      ({ kind, mapTo }) => TOLD.has(kind) && !(mapTo && 'fieldUuid' in mapTo && isHidden(mapTo.fieldUuid)),
    )
    .slice(0, FIELDS_MAX);
}

async function offerForm(
  transaction: AccountTransaction,
  dependencies: ToolDependencies,
  id: FormId,
): Promise<FormOffer | null> {
  const version = (await forms.findForm(transaction, id))?.version ?? 0;
  const noCustomer = { talkId: null, friendId: null, conversationId: null };
  const asked = { ...noCustomer, formId: id, version, language: 'en' } as const;
  const form = await openAsked(transaction, dependencies, { ...asked, words: customerWords('en').form });
  if (!form) return null;
  // The words of the form's own language; answers are read in every one.
  const languages = form.definition.languages;
  const spoken: AskedForm = { ...form, languages };
  const fields = await toldFields(transaction, form.definition);
  return {
    description: formToolPrompt({
      title: wordsOf(form.definition.title, languages),
      lead: wordsOf(form.definition.lead, languages),
      today: form.today,
    }),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.key, propertyOf(field, spoken)])),
      additionalProperties: false,
    },
  };
}

function propertyOf(field: AskedField, form: AskedForm): JSONSchema7 {
  const words = (...more: readonly string[]): string =>
    [...[field.label, field.help].map((one) => wordsOf(one, [...form.languages])), ...more]
      .filter(Boolean)
      .join('. ');
  const labels = [...new Set(choiceLabels(field, form))];
  const listed: JSONSchema7 =
    labels.length === 0 || labels.length > CHOICES_MAX
      ? { type: 'string' }
      : { type: 'string', enum: labels };
  switch (field.kind) {
    case 'number':
      return { type: field.whole ? 'integer' : 'number', description: words() };
    case 'scale':
      return { type: 'integer', minimum: field.from, maximum: field.to, description: words() };
    case 'choice':
      return field.other
        ? {
            type: 'string',
            description: words(`One of: ${labels.slice(0, CHOICES_MAX).join(', ')}; or other words`),
          }
        : { ...listed, description: words() };
    case 'choices':
      return { type: 'array', items: listed, description: words() };
    case 'slot':
      return { ...listed, description: words('YYYY-MM-DDTHH:MM') };
    case 'date':
      return { type: 'string', description: words('YYYY-MM-DD') };
    case 'time':
      return { type: 'string', description: words('HH:MM, 24 hours') };
    default:
      return { type: 'string', description: words() };
  }
}

type FormCall = Parameters<StartForm>[0];

/** Nothing is stored before the answer is. */
async function startForm(
  transaction: AccountTransaction,
  dependencies: ToolDependencies,
  call: FormCall,
): Promise<FormStart | null> {
  const { formId, conversationId, isTest, language, tone } = call;
  const words = customerWords(language, tone).form;
  const friendId = conversationId && !isTest ? await forms.findFriendIn(transaction, conversationId) : null;
  const known =
    conversationId && friendId ? await store.findTalkOfForm(transaction, conversationId, formId) : null;
  const version = known?.version ?? (await forms.findForm(transaction, formId))?.version ?? 0;
  const talkId = conversationId && friendId ? (known?.id ?? newId<string>()) : null;
  const place = { talkId, conversationId: conversationId ?? null };
  const asked = { formId, version, friendId, language, words, ...place };
  const form = await openAsked(transaction, dependencies, asked);
  if (!form) return null;
  const isFull =
    friendId !== null && !known && (await store.countTalks(transaction, friendId)) >= FORM_TALKS_MAX;
  const title = wordsOf(form.definition.title, [...form.languages]);
  if ((!isTest && !friendId) || isFull)
    return { ...LINKED, text: `${words.invite(title)}\n${form.url}`, data: { form: formId } };
  const { answers, refused } = readValues(form, await toldFields(transaction, form.definition), call);
  const before: TalkState = known ?? { step: 'asking', field: null, answers: {}, skipped: [] };
  // What was answered to the form counts more than what a model says of it.
  const earlier =
    friendId && !known ? await findKnownAnswers(transaction, { ...form, formId, friendId }) : {};
  const begun = { ...before, answers: { ...earlier, ...answers, ...before.answers } };
  const filled = Object.keys(answers).filter((key) => before.answers[key] === undefined);
  const { state, saying } = begin(form, begun, [...Object.keys(earlier), ...filled]);
  const { text, quickReplies } = saying;
  const told = { quickReplies, filled, refused };
  if (!friendId || !conversationId || !talkId)
    return { ...told, kind: 'begun', text: words.tried(text), data: {}, store: null };
  return {
    ...told,
    kind: 'begun',
    text,
    data: { form: formId, quickReplies },
    store: (stored, handling) =>
      storeTalk(stored, { talkId, formId, version, friendId, conversationId, language, handling, ...state }),
  };
}

const LINKED = { kind: 'linked', quickReplies: [], filled: [], refused: {}, store: null } as const;

function readValues(
  form: AskedForm,
  fields: readonly AskedField[],
  { values, said }: Pick<FormCall, 'values' | 'said'>,
): { readonly answers: FormAnswers; readonly refused: Record<string, string> } {
  const answers: FormAnswers = {};
  const refused: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.key];
    if (value === undefined || value === null || value === '') continue;
    const read = readValue(field, value, form);
    if ('problem' in read) refused[field.key] = read.problem;
    else if (isFreeText(field, value, form) && !isSaid(field, String(value), said))
      refused[field.key] = 'notSaid';
    else if (FormAnswers.safeParse({ ...answers, [field.key]: read.answer }).success)
      answers[field.key] = read.answer;
    else refused[field.key] = 'tooLong';
  }
  return { answers, refused };
}

/** Anything can stand in it, also what a document made a model write. */
const isFreeText = (field: AskedField, value: unknown, form: AskedForm): boolean =>
  field.kind === 'choice'
    ? !choiceLabels(field, form).some((label) => foldText(label) === foldText(String(value)))
    : ['text', 'longText', 'phone', 'email', 'address'].includes(field.kind);

/** Whether the customer has written it, whatever stands between the words, or the digits of a number. */
function isSaid({ kind }: AskedField, value: string, said: readonly string[]): boolean {
  const fold = (text: string): string =>
    kind === 'phone' ? text.normalize('NFKC').replaceAll(/\D+/gu, '') : compactText(text);
  const wanted = fold(value);
  return wanted !== '' && said.some((text) => fold(text).includes(wanted));
}

interface BegunTalk extends TalkState {
  readonly talkId: string;
  readonly formId: FormId;
  readonly version: number;
  readonly friendId: FriendId;
  readonly conversationId: ConversationId;
  readonly language: FormLanguage;
  readonly handling: Parameters<typeof holderOf>[0];
}

/** Together with the answer that asks, in a conversation that is locked. */
async function storeTalk(transaction: AccountTransaction, talk: BegunTalk): Promise<void> {
  const { conversationId, formId } = talk;
  // Gone meanwhile: what the customer says next is the bot's to answer.
  if (!(await store.holdForTalk(transaction, formId, talk.friendId))) return;
  const known = await store.findTalkOfForm(transaction, conversationId, formId);
  await store.pauseTalks(transaction, conversationId);
  const handling = holderOf(talk.handling);
  if (known) await store.updateTalk(transaction, known.id, { ...talk, handling });
  else
    await store.insertTalk(transaction, {
      ...talk,
      ...{ handling, id: talk.talkId, startedBy: 'bot', userId: null, days: FORM_LINK_DAYS },
    });
}
