import type { FormTap } from '@hanasu/channels/spec/form-taps';
import { type CustomerLanguage, customerWords } from '@hanasu/contract/customer-words/customer-words';
import { FORM_LANGUAGES, FORM_LINK_DAYS, FORM_TALKS_MAX } from '@hanasu/contract/form-definition';
import type { ConversationId, FormId, FriendId, MessageId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { FormMessage, FormTalk } from '../../automations/public.ts';
import { formContacts } from '../../contacts/public.ts';
import * as forms from '../forms.store.ts';
import { issueLink } from '../public/form-tokens.ts';
import { replyOf, type SubmitDependencies, storeSubmission } from '../public/submit-form.ts';
import { readDefinition, shopOf } from '../shop.ts';
import { fieldsIn, wordsOf } from '../submissions/answers.ts';
import { findClosedSlots, todayOf } from '../submissions/slots.ts';
import { findByKey } from '../submissions/submissions.store.ts';
import type { ChatWords } from './chat-fields.ts';
import { labelOfTap } from './form-buttons.ts';
import * as store from './form-conversations.store.ts';
import {
  type AskedForm,
  askAgain,
  begin,
  pausedSaying,
  type Saying,
  type TalkState,
  type TalkStep,
  takeFile,
  takeSaid,
} from './form-talk.ts';
import { takeButton, takeTap } from './form-taps.ts';
import { findKnownAnswers } from './known-answers.ts';
import { dropSentFile, expectFiles } from './talk-files.store.ts';

export interface TalkDependencies extends Pick<SubmitDependencies, 'tokens' | 'realtime' | 'notify'> {
  readonly publicUrl: string;
  /** Files were sent to forms. */
  readonly notifyFiles: () => void;
}

interface Asked {
  /** Of the form session; null: a try. */
  readonly talkId: string | null;
  readonly formId: FormId;
  readonly version: number;
  /** Null: nobody known, whose link says nothing of a person. */
  readonly friendId: FriendId | null;
  readonly language: CustomerLanguage;
  /** Null: none, because the form is only offered. */
  readonly conversationId: ConversationId | null;
}

/** What a form asks in a chat, in the words of one person; null: it takes nothing now. */
export async function openAsked(
  transaction: AccountTransaction,
  dependencies: Pick<TalkDependencies, 'tokens' | 'publicUrl'>,
  {
    formId,
    version,
    friendId,
    language,
    words,
    conversationId,
    talkId,
  }: Asked & { readonly words: ChatWords },
): Promise<AskedForm | null> {
  const form = await forms.findForm(transaction, formId);
  const stored = form?.state === 'open' ? await forms.findVersion(transaction, formId, version) : null;
  if (!form || !stored) return null;
  const definition = readDefinition(stored.definition, shopOf(form));
  return {
    talkId,
    definition,
    words,
    language,
    languages: [language, ...definition.languages.filter((one) => one !== language)],
    today: await todayOf(transaction),
    closed: await findClosedSlots(transaction, formId, definition),
    takesFiles:
      conversationId !== null &&
      fieldsIn(definition).some(({ kind }) => kind === 'file') &&
      (await store.canBringFiles(transaction, conversationId)),
    url: friendId
      ? issueLink(transaction, dependencies, { form, friendId }).url
      : `${dependencies.publicUrl}/form/${form.slug}`,
  };
}

interface Started {
  readonly formId: FormId;
  readonly conversation: { readonly id: ConversationId; readonly status: Talk['handling'] };
  readonly friendId: FriendId;
  readonly language: CustomerLanguage;
  readonly words: ChatWords;
  readonly startedBy: 'staff' | 'rule' | 'bot';
  readonly userId: UserId | null;
}

/** Begins to ask a form in a conversation that is locked, or goes on with it; the others that are asked there wait. */
export async function startTalk(
  transaction: AccountTransaction,
  dependencies: Pick<TalkDependencies, 'tokens' | 'publicUrl'>,
  { formId, conversation, friendId, language, words, startedBy, userId }: Started,
): Promise<Saying | 'closed' | 'too_many'> {
  const known = await store.findTalkOfForm(transaction, conversation.id, formId);
  if (!known && (await store.countTalks(transaction, friendId)) >= FORM_TALKS_MAX) return 'too_many';
  const version = known?.version ?? (await forms.findForm(transaction, formId))?.version ?? 0;
  const talkId = known?.id ?? newId<string>();
  const form = await openAsked(transaction, dependencies, {
    ...{ talkId, formId, version, friendId, language, words },
    conversationId: conversation.id,
  });
  if (!form) return 'closed';
  await store.pauseTalks(transaction, conversation.id);
  const answers = known ? {} : await findKnownAnswers(transaction, { ...form, formId, friendId });
  const begun = known ?? ({ step: 'asking', field: null, answers, skipped: [] } as const);
  const { state, saying } = begin(form, begun, Object.keys(answers));
  const handling = holderOf(conversation.status);
  if (known) await store.updateTalk(transaction, known.id, { ...state, handling });
  else
    await store.insertTalk(transaction, {
      ...state,
      ...{ formId, version, friendId, language, handling, startedBy, userId },
      id: talkId,
      conversationId: conversation.id,
      days: FORM_LINK_DAYS,
    });
  return saying;
}

/** Forms that are asked field by field, as part of the transaction that stores what the customer wrote. */
export const createFormTalk = (dependencies: TalkDependencies): FormTalk => ({
  answer: (transaction, talk) => answerInChat(transaction, dependencies, talk),
  labelOf: (transaction, conversationId, tap) => labelOf(transaction, dependencies, { conversationId, tap }),
  takeBack: dropSentFile,
  forget: store.removeTalksIn,
});

type Talk = Parameters<FormTalk['answer']>[1];
type Answered = Awaited<ReturnType<FormTalk['answer']>>;

/** Who closes a conversation leaves it to the bot. */
export const holderOf = (handling: Talk['handling']): Talk['handling'] =>
  handling === 'closed' ? 'bot' : handling;

async function answerInChat(
  transaction: AccountTransaction,
  dependencies: TalkDependencies,
  { conversationId, handling, said, tone, language }: Talk,
): Promise<Answered> {
  const row = await findMeant(transaction, conversationId, said);
  // What else was said is not the form's.
  const isSettled = said.every(({ tap }) => tap);
  if (!row) {
    const { over: text } = customerWords(language, tone).form;
    return said.some(({ tap }) => tap) ? { ...NOTHING_SAID, text, isSettled } : null;
  }
  const { form: words } = customerWords(row.language, tone);
  // Somebody else has the conversation now: what is said is said to them.
  if (row.step !== 'paused' && row.handling !== holderOf(handling)) {
    await store.pauseTalks(transaction, conversationId);
    return said.some(({ tap }) => tap) ? { ...pausedSaying({ talkId: row.id, words }), isSettled } : null;
  }
  const form = await openAsked(transaction, dependencies, { ...row, talkId: row.id, words, conversationId });
  if (!form) return endClosed(transaction, row, words);
  const course = run(form, row, said);
  if (!course) return null;
  const { state, end, files, taken } = course;
  if (end === 'cancelled') {
    await store.removeTalk(transaction, row.id);
    return { ...course.saying, isSettled: course.isSettled, taken };
  }
  if (end === 'called') {
    await store.updateTalk(transaction, row.id, { ...state, handling: holderOf(handling) });
    return { ...course.saying, isSettled: course.isSettled, taken, callsPerson: true };
  }
  if (end === 'submit')
    return {
      ...{ isSettled: course.isSettled, taken },
      ...(await submit(transaction, dependencies, { form, row, state, handling })),
    };
  await store.updateTalk(transaction, row.id, { ...state, handling: holderOf(handling) });
  if (files.length === 0) return { ...course.saying, isSettled: course.isSettled, taken };
  await expectFiles(transaction, { talkId: row.id, files });
  return { ...course.saying, isSettled: course.isSettled, taken, after: dependencies.notifyFiles };
}

/** The form that is asked, or else the one whose button was tapped, or else the one that was left last. */
async function findMeant(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  said: readonly FormMessage[],
): Promise<store.TalkRow | null> {
  const row = await store.findTalk(transaction, conversationId);
  const tapped = said.findLast(({ tap }) => tap)?.tap;
  if (!tapped || (row && row.step !== 'paused')) return row;
  return (await store.findTalkIn(transaction, conversationId, tapped.talkId)) ?? row;
}

async function labelOf(
  transaction: AccountTransaction,
  dependencies: TalkDependencies,
  { conversationId, tap }: { readonly conversationId: ConversationId; readonly tap: FormTap },
): Promise<string | null> {
  const row = await store.findTalkIn(transaction, conversationId, tap.talkId);
  if (!row) return null;
  const { form: words } = customerWords(row.language);
  const form = await openAsked(transaction, dependencies, { ...row, talkId: row.id, words, conversationId });
  return form && labelOfTap(tap, form);
}

interface Course {
  readonly state: TalkState;
  readonly saying: Saying;
  readonly end: 'cancelled' | 'submit' | 'called' | null;
  /** On their way, each with the key of its field. */
  readonly files: readonly { readonly id: MessageId; readonly field: string }[];
  /** Messages whose file the form dealt with, also by refusing it. */
  readonly taken: readonly MessageId[];
  /** All of it belonged to the form. */
  readonly isSettled: boolean;
}

const NOTHING_SAID: Saying = { text: '', quickReplies: [] };

/** What several things that came at once make of a form; null: none of them has to do with it. */
function run(form: AskedForm, begun: TalkState, said: readonly FormMessage[]): Course | null {
  let state = begun;
  let saying = NOTHING_SAID;
  let isConsumed = false;
  let count = 0;
  const taken: MessageId[] = [];
  const files: Course['files'][number][] = [];
  for (const [index, one] of said.entries()) {
    const { text, file } = one;
    const byFile: TalkStep = file ? takeFile(form, state) : { kind: 'passed' };
    // A picture that nothing asks for leaves the words beside it.
    const step = byFile.kind === 'passed' && text !== '' ? takeOne(form, state, one) : byFile;
    if (step.kind === 'passed') {
      // A file without words leaves nothing to answer for the bot, which was asked as well.
      if (text === '') count += 1;
      continue;
    }
    count += 1;
    isConsumed = true;
    if (file && step === byFile) taken.push(file);
    if (step.kind === 'receiving') {
      if (file && state.field) files.push({ id: file, field: state.field });
      state = step.state;
      continue;
    }
    if (step.kind !== 'said') {
      const last = {
        state: step.kind === 'cancelled' ? state : step.state,
        saying: step.kind === 'submit' ? saying : step.saying,
      };
      // What was written after it is another matter.
      const isSettled = count === said.length && index === said.length - 1;
      return { ...last, end: step.kind, isSettled, files: [], taken };
    }
    ({ state, saying } = step);
  }
  return isConsumed ? { state, saying, end: null, isSettled: count === said.length, files, taken } : null;
}

function takeOne(form: AskedForm, state: TalkState, { text, tap, isButton }: FormMessage): TalkStep {
  if (tap) return takeTap(form, state, tap);
  return isButton ? takeButton(form, state, text) : takeSaid(form, state, text);
}

/** Who answers is told so; a form that was left goes without a word. */
async function endClosed(
  transaction: AccountTransaction,
  row: store.TalkRow,
  words: ChatWords,
): Promise<Answered> {
  await store.removeTalk(transaction, row.id);
  return row.step === 'paused' ? null : { ...NOTHING_SAID, text: words.closed, isSettled: true };
}

interface Confirmed {
  readonly form: AskedForm;
  readonly row: store.TalkRow;
  readonly state: TalkState;
  readonly handling: Talk['handling'];
}

/** Sends what was confirmed, once: the form that is asked has the key of its submission. */
async function submit(
  transaction: AccountTransaction,
  dependencies: TalkDependencies,
  { form, row, state, handling }: Confirmed,
): Promise<Saying & { readonly after?: () => void }> {
  const { formId, friendId } = row;
  await forms.lockForm(transaction, formId);
  const done = async (): Promise<Saying> => {
    const stored = await forms.findForm(transaction, formId);
    const thanks = stored ? replyOf(stored, row.language) : '';
    const text = thanks || wordsOf(form.definition.thanks, [...form.languages]) || form.words.done;
    return { text, quickReplies: [] };
  };
  const friend = await formContacts.findFriend(transaction, friendId);
  if (!friend || (await findByKey(transaction, formId, row.id))) {
    await store.removeTalk(transaction, row.id);
    return done();
  }
  const sent = {
    key: row.id,
    version: row.version,
    answers: state.answers,
    language: FORM_LANGUAGES.find((one) => one === row.language) ?? 'en',
    source: 'chat',
    identity: 'signed',
    person: { friendId, customerId: friend.customerUuid, name: friend.name },
  } as const;
  try {
    const { after } = await storeSubmission(transaction, dependencies, { formId, sent });
    await store.removeTalk(transaction, row.id);
    return { ...(await done()), ...(after ? { after } : {}) };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return refused(transaction, error, { form, row, state, handling });
  }
}

/** It was refused before anything was written. */
async function refused(
  transaction: AccountTransaction,
  error: AppError,
  { form, row, state, handling }: Confirmed,
): Promise<Saying> {
  const { words } = form;
  if (error.code === 'not_found' || error.code === 'form_answered') {
    await store.removeTalk(transaction, row.id);
    return { text: error.code === 'not_found' ? words.closed : words.answered, quickReplies: [] };
  }
  if (error.code === 'rate_limited') {
    await store.updateTalk(transaction, row.id, { ...state, step: 'paused', handling: holderOf(handling) });
    return { ...pausedSaying(form), text: words.tooOften };
  }
  const problems = Object.fromEntries(
    error.errors.flatMap(({ path, code }) =>
      path.startsWith(ANSWERS) ? [[path.slice(ANSWERS.length), code]] : [],
    ),
  );
  if (Object.keys(problems).length === 0) throw error;
  const again = askAgain(form, state, problems);
  await store.updateTalk(transaction, row.id, { ...again.state, handling: holderOf(handling) });
  return again.saying;
}

const ANSWERS = 'body.answers.';
