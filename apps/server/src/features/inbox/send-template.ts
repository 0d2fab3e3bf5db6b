import { type ActionKind, defineAction } from '../../platform/feature.ts';
import type { SendOwn } from '../automations/public.ts';
import { formContacts } from '../contacts/public.ts';
import { conversationCommands, type PublishConversationUpdate } from '../conversations/public.ts';
import {
  buildComposed,
  findTemplates,
  type MessageComposer,
  readContent,
} from '../message-templates/public.ts';
import { findConversationOf } from './change-conversations.ts';

interface SendDependencies {
  readonly composer: MessageComposer;
  readonly sendOwn: SendOwn;
  /** There are messages to send. */
  readonly notifyDelivery: () => void;
  readonly publishConversationUpdate: PublishConversationUpdate;
}

/** The action of rules that sends a message template as it is then, in the name of the account. */
export const sendMessageAction = ({
  composer,
  sendOwn,
  notifyDelivery,
  publishConversationUpdate,
}: SendDependencies): ActionKind =>
  defineAction({
    kind: 'sendMessage',
    async findProblems(transaction, actions) {
      const rows = await findTemplates(
        transaction,
        actions.map(({ templateUuid }) => templateUuid),
      );
      const contents = rows.map(({ content }) => readContent(content));
      const known = contents.filter((content) => content !== null);
      const problems = await composer.findProblems(transaction, known);
      return actions.map(({ templateUuid }) => {
        const index = rows.findIndex(({ id }) => id === templateUuid);
        if (index < 0) return 'template_missing';
        const content = contents[index];
        const isReady = content && problems[known.indexOf(content)]?.length === 0;
        return isReady ? null : 'message_not_ready';
      });
    },
    async run(transaction, { templateUuid }, cause) {
      const id = await findConversationOf(transaction, cause);
      if (!id) return { reason: 'no_conversation' };
      if (await formContacts.isUnwanted(transaction, cause.event, id)) return { reason: 'unsubscribed' };
      const [row] = await findTemplates(transaction, [templateUuid]);
      if (!row) return { reason: 'template_missing' };
      const conversation = await conversationCommands.lockExisting(transaction, id);
      const content = readContent(row.content);
      const built = content && (await buildComposed(transaction, composer, { content, conversationId: id }));
      if (!built) return { reason: 'message_not_ready' };
      const { text, bubbles, parts, options } = built;
      const sent = await sendOwn(transaction, conversation, {
        part: parts.map(({ part }) => part),
        text,
        // Visitors read the quick replies from here.
        data: { bubbles, quickReplies: options.quickReplies },
        quickReplies: options.quickReplies,
        sender: options.sender,
      });
      if ('obstacle' in sent) return { reason: 'not_reachable' };
      const { accountId } = transaction;
      return {
        after() {
          notifyDelivery();
          publishConversationUpdate(accountId, 'operator_chat', id, [sent.messageId]);
        },
      };
    },
  });
