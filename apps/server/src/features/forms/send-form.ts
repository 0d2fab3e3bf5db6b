import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { SENT_FORMS } from '@hanasu/contract/actions';
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import {
  FORM_LANGUAGES,
  FORM_TALKS_MAX,
  FormDefinition,
  type FormLanguage,
} from '@hanasu/contract/form-definition';
import type { ChannelId, ConversationId, FormId, FriendId, MessageId, UserId } from '@hanasu/contract/ids';
import { orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { type ActionKind, defineAction } from '../../platform/feature.ts';
import type { createStaffMessages, SendOwn } from '../automations/public.ts';
import type { ChannelDirectory, Obstacle } from '../channels/public.ts';
import { formContacts } from '../contacts/public.ts';
import {
  conversationCommands,
  type LockedConversation,
  type PublishConversationUpdate,
} from '../conversations/public.ts';
import { findConversationOf } from '../inbox/public.ts';
import type { BubbleSources } from '../message-templates/public.ts';
import { startTalk } from './chat/answer-in-chat.ts';
import type { ChatWords } from './chat/chat-fields.ts';
import { findTalkOfForm } from './chat/form-conversations.store.ts';
import type { Saying } from './chat/form-talk.ts';
import * as store from './forms.store.ts';
import { expiryOf, type FormTokens, issueLink } from './public/form-tokens.ts';
import { inAppOf } from './public/prove-person.ts';
import { wordsOf } from './submissions/answers.ts';

export interface SendDependencies {
  readonly tokens: FormTokens;
  readonly publicUrl: string;
  readonly directory: ChannelDirectory;
  readonly ownMessages: Pick<ReturnType<typeof createStaffMessages>, 'sendOwn' | 'voiceIn'>;
  /** There are messages to send. */
  readonly notifyDelivery: () => void;
  readonly publishConversationUpdate: PublishConversationUpdate;
}

interface Order {
  readonly formId: FormId;
  readonly conversation: LockedConversation;
  readonly as: (typeof SENT_FORMS)[number];
  /** Null: a rule sends it. */
  readonly by: UserId | null;
}

const NOBODY: Obstacle = { code: 'message_not_deliverable', detail: 'A form is sent to one person' };
const CLOSED: Obstacle = { code: 'form_not_open', detail: 'The form takes no submissions' };
const TOO_MANY: Obstacle = {
  code: 'too_many_open_forms',
  detail: `This person has ${FORM_TALKS_MAX} forms to answer already`,
};

type Sent = { readonly messageId: MessageId; readonly after: () => void } | { readonly obstacle: Obstacle };

/** Sends a form into a conversation that is locked. `after` is called after the commit. */
export async function sendForm(
  transaction: AccountTransaction,
  dependencies: SendDependencies,
  order: Order,
): Promise<Sent> {
  const { ownMessages, notifyDelivery, publishConversationUpdate } = dependencies;
  const { formId, conversation, as, by } = order;
  const friendId = await store.findFriendIn(transaction, conversation.id);
  if (!friendId) return { obstacle: NOBODY };
  const voice = await ownMessages.voiceIn(transaction, conversation);
  const addressed = { ...order, friendId, language: voice.language, words: voice.words.form };
  const message =
    as === 'link'
      ? await linkMessage(transaction, dependencies, addressed)
      : await startTalk(transaction, dependencies, {
          ...addressed,
          startedBy: by ? 'staff' : 'rule',
          userId: by,
        });
  if (message === 'closed') return { obstacle: CLOSED };
  if (message === 'too_many') return { obstacle: TOO_MANY };
  const sent = await ownMessages.sendOwn(
    transaction,
    conversation,
    'part' in message ? message : talkMessage(formId, message),
  );
  if ('obstacle' in sent) return sent;
  const { messageId } = sent;
  const { accountId } = transaction;
  return {
    messageId,
    after() {
      notifyDelivery();
      // Also visitors hear of it, who read from here.
      publishConversationUpdate(accountId, 'operator_chat', conversation.id, [messageId]);
    },
  };
}

type Message = Parameters<SendOwn>[2];
interface Addressed extends Order {
  readonly friendId: FriendId;
  readonly language: FormLanguage;
  readonly words: ChatWords;
}

async function linkMessage(
  transaction: AccountTransaction,
  dependencies: SendDependencies,
  { formId, conversation, friendId, language, words, by }: Addressed,
): Promise<Message | 'closed'> {
  const form = orNotFound(await store.findForm(transaction, formId), 'form');
  const { channelId } = conversation;
  const part = await linkPart(transaction, dependencies, {
    form,
    words,
    language,
    reader: { friendId, channelId },
  });
  if (part === 'closed') return part;
  return {
    part,
    text: `${part.text}\n${part.url}`,
    data: { formLink: formId },
    ...(by ? { operatorId: by } : {}),
  };
}

type LinkDependencies = Pick<SendDependencies, 'tokens' | 'publicUrl' | 'directory'>;

interface LinkOrder {
  readonly form: store.FormRow;
  readonly language: FormLanguage;
  readonly words: ChatWords;
  /** Null: the link says nothing of who opens it. */
  readonly reader: { readonly friendId: FriendId; readonly channelId: ChannelId | null } | null;
}

/** A form as a link, in words of the reader's language. */
async function linkPart(
  transaction: AccountTransaction,
  dependencies: LinkDependencies,
  { form, language, words, reader }: LinkOrder,
): Promise<Extract<OutgoingPart, { kind: 'link' }> | 'closed'> {
  if (form.state !== 'open' || form.version === null) return 'closed';
  const version = orNotFound(await store.findVersion(transaction, form.id, form.version), 'version');
  const { title } = FormDefinition.parse(version.definition);
  const text = words.invite(wordsOf(title, [language, ...FORM_LANGUAGES]));
  const plain = { kind: 'link', text, label: words.open } as const;
  if (!reader) return { ...plain, url: `${dependencies.publicUrl}/form/${form.slug}` };
  const { friendId, channelId } = reader;
  const channel = channelId && (await dependencies.directory.findIn(transaction, channelId));
  const inApp = channel && inAppOf(channel);
  const link = new URL(issueLink(transaction, dependencies, { form, friendId }).url);
  // Outside the app, the link still says who it is for.
  return {
    ...plain,
    url: inApp ? inApp.pages.urlOf(inApp.appId, `/${form.slug}${link.search}`) : link.href,
  };
}

/** Forms as bubbles of composed messages. */
export const createFormBubbles =
  (dependencies: LinkDependencies): BubbleSources['forms'] =>
  async (transaction, ids, { reader, language }) => {
    const words = customerWords(language).form;
    const bubbles = new Map<FormId, LinkBubble>();
    for (const id of ids) {
      const form = await store.findForm(transaction, id);
      if (!form) continue;
      const part = await linkPart(transaction, dependencies, { form, language, words, reader });
      bubbles.set(id, part === 'closed' ? { reason: 'form_closed' } : { part });
    }
    return bubbles;
  };
type LinkBubble =
  Awaited<ReturnType<BubbleSources['forms']>> extends ReadonlyMap<FormId, infer Bubble> ? Bubble : never;

interface VisitorForm {
  readonly slug: string;
  /** Says who is in front of the chat: as long as the link of the message would. */
  readonly t: string;
  readonly isSent: boolean;
}

/** The forms whose links stand in a visitor's own chat, by message: there they are filled in at once. */
export async function findVisitorForms(
  transaction: AccountTransaction,
  tokens: Pick<FormTokens, 'issueLink'>,
  conversationId: ConversationId,
): Promise<ReadonlyMap<MessageId, VisitorForm>> {
  const { accountId } = transaction;
  const rows = await store.listLinkedForms(transaction, conversationId);
  return new Map(
    rows.map(({ messageId, formId, friendId, slug, sentAt, isSent }) => {
      const issuedAt = sentAt.getTime();
      const link = { accountId, friendId, formId, issuedAt, expiresAt: expiryOf(issuedAt) };
      return [messageId, { slug, t: tokens.issueLink({ via: 'visitor', ...link }), isSent }];
    }),
  );
}

/** The bot asks, whoever has sent the form. Visitors read the quick replies from here. */
const talkMessage = (formId: FormId, { text, quickReplies }: Saying): Message => ({
  part: { kind: 'text', text },
  text,
  quickReplies,
  data: { form: formId, quickReplies },
});

/** What rules do with forms. */
export const formActions = (dependencies: SendDependencies): readonly ActionKind[] => [
  defineAction({
    kind: 'sendForm',
    async findProblems(transaction, actions) {
      const known = await formContacts.findFormIds(
        transaction,
        actions.map(({ formUuid }) => formUuid),
      );
      return actions.map(({ formUuid }) => (known.includes(formUuid) ? null : 'form_missing'));
    },
    async run(transaction, { formUuid: formId, as }, cause) {
      const id = await findConversationOf(transaction, cause);
      if (!id) return { reason: 'no_conversation' };
      if (await formContacts.isUnwanted(transaction, cause.event, id)) return { reason: 'unsubscribed' };
      const conversation = await conversationCommands.lockExisting(transaction, id);
      // A rule hears of each answer as well: what is asked already is not begun again.
      if (as === 'chat' && (await findTalkOfForm(transaction, id, formId))) return {};
      const sent = await sendForm(transaction, dependencies, { formId, conversation, as, by: null });
      if (!('obstacle' in sent)) return { after: sent.after };
      const { code } = sent.obstacle;
      if (code === 'too_many_open_forms') return { reason: 'too_many_forms' };
      return { reason: code === 'form_not_open' ? 'form_closed' : 'not_reachable' };
    },
  }),
];
