import type { SharedChat } from '@hanasu/contract/chats';
import type { MessageView } from '@hanasu/contract/inbox';

type Shared = SharedChat['messages'][number];

/** What a stranger may see of messages: texts and titles of sources, nothing of how an answer was made. */
export const sharedMessages = (messages: readonly MessageView[]): Shared[] => messages.flatMap(sharedMessage);

function sharedMessage(message: MessageView): Shared[] {
  const { uuid, sender, kind, text, citations, attachments, createdAt } = message;
  if (sender === 'system' || kind !== 'text') return [];
  return [
    {
      uuid,
      sender,
      text,
      sources: citations.map(({ number, title, page }) => ({ number, title, page })),
      attachments: attachments.map(({ name }) => name),
      createdAt,
    },
  ];
}
