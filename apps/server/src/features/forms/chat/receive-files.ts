import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { FORM_FILE_BYTES, FormDefinition } from '@hanasu/contract/form-definition';
import type { FormFileId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { ScanFile } from '../../../platform/files/scan-file.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import { findRuled } from '../../automations/public.ts';
import {
  conversationCommands,
  type LockedConversation,
  mediaFiles,
  type PublishConversationUpdate,
} from '../../conversations/public.ts';
import * as forms from '../forms.store.ts';
import type { SendDependencies } from '../send-form.ts';
import { fieldsIn } from '../submissions/answers.ts';
import { nameAs, readContent } from '../submissions/files.ts';
import { holderOf, openAsked } from './answer-in-chat.ts';
import type { FileProblem } from './field-problems.ts';
import * as store from './form-conversations.store.ts';
import { addFile, afterFiles, type Saying } from './form-talk.ts';
import {
  claimSentFiles,
  hasSentFiles,
  insertChatFile,
  NEXT_SENT_FILE_DUE,
  postponeSentFile,
  type SentFile,
  settleSentFile,
  takeSettled,
} from './talk-files.store.ts';

export interface ReceiveDependencies
  extends Pick<SendDependencies, 'tokens' | 'publicUrl' | 'ownMessages' | 'notifyDelivery'> {
  readonly database: Database;
  readonly files: FileStore;
  readonly scan: ScanFile;
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly onError: (error: unknown) => void;
}

/** The vendor hands most files out within a second. */
const LOOK_MS = 300;
const AT_ONCE = 2;
const LEASE_SECONDS = 120;
/** Most scans of a file of which it is not known whether it is harmful. */
const SCANS_MAX = 4;
const SCAN_AGAIN_SECONDS = 10;

/** Takes what was sent in chats into the forms that asked for it, under the rules of files that are sent on the page. */
export const createFileReceiver = (dependencies: ReceiveDependencies): LeasedWorker =>
  createLeasedWorker<SentFile>({
    name: 'form-files',
    nextDue: NEXT_SENT_FILE_DUE,
    concurrency: AT_ONCE,
    claim: ({ limit }) =>
      dependencies.database.system(async (transaction) => ({
        items: await claimSentFiles(transaction, limit, LEASE_SECONDS),
        nextIn: (await hasSentFiles(transaction)) ? LOOK_MS : null,
      })),
    run: (sent) => receive(dependencies, sent),
    keyOf: ({ accountId, messageId }) => `${accountId}/${messageId}`,
    onError: dependencies.onError,
  });

async function receive(dependencies: ReceiveDependencies, sent: SentFile): Promise<void> {
  const problem = await keep(dependencies, sent);
  if (problem === 'again') {
    await dependencies.database.account(sent.accountId, (transaction) =>
      postponeSentFile(transaction, sent.messageId, SCAN_AGAIN_SECONDS),
    );
    return;
  }
  const after = await dependencies.database.account(sent.accountId, (transaction) =>
    settle(transaction, dependencies, { sent, problem }),
  );
  after?.();
}

/** Stores the bytes; returns why they are not kept, or null. */
async function keep(
  dependencies: ReceiveDependencies,
  sent: SentFile,
): Promise<FileProblem | 'again' | null> {
  const { database, files, scan, requireQuota } = dependencies;
  const { accountId, messageId, talkId, field } = sent;
  const wanted = await database.account(accountId, (transaction) => findWanted(transaction, sent));
  if (!wanted) return null;
  if (sent.bytes > FORM_FILE_BYTES) return 'tooLarge';
  const content = sent.mediaId && (await mediaFiles.readMedia(dependencies, accountId, sent.mediaId));
  if (!content) return 'notHere';
  try {
    const { type, bytes } = await readContent(content, wanted.picturesOnly);
    await scan(content);
    const storageKey = `${accountId}/forms/${messageId}`;
    await database.account(accountId, async (transaction) => {
      await requireQuota(transaction, bytes.length);
      const id = messageId as string as FormFileId;
      const { formId } = wanted;
      const file = {
        id,
        formId,
        talkId,
        field,
        storageKey,
        name: nameAs(type, sent.name),
        type,
        bytes: bytes.length,
      };
      await insertChatFile(transaction, file);
    });
    await files.put(storageKey, bytes);
    return null;
  } catch (error) {
    const problem = AppError.is(error) ? PROBLEMS[error.code] : undefined;
    if (!problem) throw error;
    const isUnsure = AppError.is(error) && error.code === 'scanner_unavailable';
    return isUnsure && sent.attempts < SCANS_MAX ? 'again' : problem;
  }
}

const PROBLEMS: Readonly<Partial<Record<AppError['code'], FileProblem>>> = {
  file_empty: 'empty',
  file_type_unsupported: 'type',
  file_infected: 'infected',
  scanner_unavailable: 'unchecked',
  storage_quota_reached: 'full',
};

/** Finds the form and field of the file; null: the form does not ask for it any more. */
async function findWanted(transaction: AccountTransaction, { talkId, field }: SentFile) {
  const talk = await store.findTalkById(transaction, talkId);
  const version = talk && (await forms.findVersion(transaction, talk.formId, talk.version));
  const asked =
    version && fieldsIn(FormDefinition.parse(version.definition)).find(({ key }) => key === field);
  return talk && asked?.kind === 'file' ? { formId: talk.formId, picturesOnly: asked.picturesOnly } : null;
}

interface Settled {
  readonly sent: SentFile;
  readonly problem: FileProblem | null;
}

/** Goes on with the form once all that was sent is here. The reply is sent in the same transaction. */
async function settle(
  transaction: AccountTransaction,
  dependencies: ReceiveDependencies,
  { sent, problem }: Settled,
): Promise<(() => void) | null> {
  const { talkId, messageId, field } = sent;
  const where = await store.findConversationOfTalk(transaction, talkId);
  const conversation = where && (await conversationCommands.lockExisting(transaction, where));
  const talk = conversation && (await store.findTalkById(transaction, talkId));
  if (!talk) return null;
  const { form: words } = customerWords(
    talk.language,
    (await findRuled(transaction, conversation.id))?.tone ?? null,
  );
  const form = await openAsked(transaction, dependencies, {
    ...talk,
    talkId,
    words,
    conversationId: conversation.id,
  });
  const added = form && !problem ? addFile(form, talk, { field, id: messageId }) : null;
  const isTooMuch = form !== null && problem === null && added === null;
  if (!(await settleSentFile(transaction, messageId, isTooMuch ? 'tooMany' : problem))) return null;
  const { handling } = talk;
  if (added) await store.updateTalk(transaction, talkId, { ...added, handling });
  const problems = await takeSettled(transaction, talkId, field);
  const isAsked =
    talk.step === 'asking' && talk.field === field && handling === holderOf(conversation.status);
  if (!problems || !isAsked) return null;
  if (!form) {
    await store.removeTalk(transaction, talkId);
    return say(transaction, dependencies, {
      conversation,
      talk,
      saying: { text: words.closed, quickReplies: [] },
    });
  }
  const { state, saying } = afterFiles(form, added ?? talk, problems);
  await store.updateTalk(transaction, talkId, { ...state, handling });
  return say(transaction, dependencies, { conversation, talk, saying });
}

interface Said {
  readonly conversation: LockedConversation;
  readonly talk: store.TalkRow;
  readonly saying: Saying;
}

/** Sends the reply; null: they can't be written to now. */
async function say(
  transaction: AccountTransaction,
  { ownMessages, notifyDelivery, publishConversationUpdate }: ReceiveDependencies,
  { conversation, talk, saying: { text, quickReplies } }: Said,
): Promise<(() => void) | null> {
  const said = await ownMessages.sendOwn(transaction, conversation, {
    ...{ part: { kind: 'text', text }, text, quickReplies },
    data: { form: talk.formId, quickReplies },
  });
  if ('obstacle' in said) return null;
  return () => {
    notifyDelivery();
    publishConversationUpdate(transaction.accountId, 'operator_chat', conversation.id, [said.messageId]);
  };
}
