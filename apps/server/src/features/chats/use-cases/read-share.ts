import type { SharedChat } from '@hanasu/contract/chats';
import type { MessageView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import { type Database, within } from '../../../platform/database/database.ts';
import { listBranch, listMessages } from '../../inbox/public.ts';
import { findOpenShare } from '../shares.store.ts';

/** Longer chats are shown from here on to their shared end. */
const MESSAGES_MAX = 500;

/** What everybody with the link reads. A link that was ended, or whose chat is gone, is as if it had never been. */
export const readShare = (database: Database, code: string): Promise<SharedChat> =>
  database.system(async (system) => {
    const share = await findOpenShare(system, code);
    if (!share) throw new AppError('not_found', 'This link does not lead anywhere any more');
    const transaction = within(system, share.accountId);
    const window = { limit: MESSAGES_MAX, offset: 0 };
    const messages = share.hasBranches
      ? await listBranch(transaction, share.throughId, window)
      : await listMessages(transaction, share.conversationId, {
          ...window,
          before: undefined,
          through: share.throughId,
        });
    return {
      title: share.title,
      botName: share.botName ?? '',
      sharedAt: share.createdAt.toISOString(),
      messages: sharedMessages(messages),
    };
  });

type Shared = SharedChat['messages'][number];

/** What a stranger may see of messages: texts and titles of sources, nothing of how an answer was made. */
const sharedMessages = (messages: readonly MessageView[]): Shared[] => messages.flatMap(sharedMessage);

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
