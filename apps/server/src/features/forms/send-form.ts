import { FORM_LANGUAGES, FORM_LINK_DAYS, FormDefinition } from '@hanasu/contract/form-definition';
import type { FormId, FriendId, MessageId, UserId } from '@hanasu/contract/ids';
import { orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { type ActionKind, defineAction } from '../../platform/feature.ts';
import type { createStaffMessages } from '../automations/public.ts';
import type { Obstacle } from '../channels/public.ts';
import { formContacts } from '../contacts/public.ts';
import {
  conversationCommands,
  type LockedConversation,
  type PublishConversationUpdate,
} from '../conversations/public.ts';
import { findConversationOf } from '../inbox/public.ts';
import * as store from './forms.store.ts';
import type { FormTokens } from './public/form-tokens.ts';
import { wordsOf } from './submissions/answers.ts';

export interface SendDependencies {
  readonly tokens: FormTokens;
  readonly publicUrl: string;
  readonly ownMessages: Pick<ReturnType<typeof createStaffMessages>, 'sendOwn' | 'voiceIn'>;
  /** There are messages to send. */
  readonly notifyDelivery: () => void;
  readonly publishConversationUpdate: PublishConversationUpdate;
}

const DAY_MS = 86_400_000;

/** A link that says which friend it is for. */
export function issueLink(
  { accountId, now }: AccountTransaction,
  { tokens, publicUrl }: Pick<SendDependencies, 'tokens' | 'publicUrl'>,
  { form, friendId }: { readonly form: store.FormRow; readonly friendId: FriendId },
): { readonly url: string; readonly expiresAt: number } {
  const issuedAt = now();
  const expiresAt = issuedAt + FORM_LINK_DAYS * DAY_MS;
  const token = tokens.issueLink({ accountId, friendId, formId: form.id, issuedAt, expiresAt });
  return { url: `${publicUrl}/form/${form.slug}?t=${token}`, expiresAt };
}

interface Order {
  readonly formId: FormId;
  readonly conversation: LockedConversation;
  /** Null: a rule sends it. */
  readonly by: UserId | null;
}

const NOBODY: Obstacle = { code: 'message_not_deliverable', detail: 'A form is sent to one person' };

/** Sends an open form into a conversation that is locked. `after` is called after the commit. */
export async function sendForm(
  transaction: AccountTransaction,
  dependencies: SendDependencies,
  { formId, conversation, by }: Order,
): Promise<{ readonly messageId: MessageId; readonly after: () => void } | { readonly obstacle: Obstacle }> {
  const { sendOwn, voiceIn } = dependencies.ownMessages;
  const form = orNotFound(await store.findForm(transaction, formId), 'form');
  const friendId = await store.findFriendIn(transaction, conversation.id);
  if (!friendId) return { obstacle: NOBODY };
  const version = orNotFound(await store.findVersion(transaction, formId, form.version ?? 0), 'version');
  const { title } = FormDefinition.parse(version.definition);
  const { language, words } = await voiceIn(transaction, conversation);
  const { url } = issueLink(transaction, dependencies, { form, friendId });
  const text = words.form.invite(wordsOf(title, [language, ...FORM_LANGUAGES]));
  const sent = await sendOwn(transaction, conversation, {
    part: { kind: 'link', text, label: words.form.open, url },
    text: `${text}\n${url}`,
    data: { form: formId },
    ...(by ? { operatorId: by } : {}),
  });
  if ('obstacle' in sent) return sent;
  const { messageId } = sent;
  return { messageId, after: () => publishSent(dependencies, transaction, conversation, messageId) };
}

function publishSent(
  { notifyDelivery, publishConversationUpdate }: SendDependencies,
  { accountId }: AccountTransaction,
  { id }: LockedConversation,
  messageId: MessageId,
): void {
  notifyDelivery();
  // Also visitors hear of it, who read from here.
  publishConversationUpdate(accountId, 'operator_chat', id, [messageId]);
}

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
    async run(transaction, { formUuid: formId }, cause) {
      const id = await findConversationOf(transaction, cause);
      if (!id) return { reason: 'no_conversation' };
      const conversation = await conversationCommands.lockExisting(transaction, id);
      const form = await store.findForm(transaction, formId);
      if (form?.state !== 'open') return { reason: form ? 'form_closed' : 'form_missing' };
      const sent = await sendForm(transaction, dependencies, { formId, conversation, by: null });
      return 'obstacle' in sent ? { reason: 'not_reachable' } : { after: sent.after };
    },
  }),
];
