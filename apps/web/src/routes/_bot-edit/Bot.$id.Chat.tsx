import { BotId, ConversationId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ChatPage } from '../../features/chat/ChatPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Bot/$id/Chat')({
  loader: () => loadWords('chat'),
  params: { parse: (raw) => ({ id: idParam(BotId, raw.id) }) },
  validateSearch: z.object({
    conversation: ConversationId.optional().catch(undefined),
    /** A question to begin with, offered above the bot's own. */
    ask: z.string().max(200).optional().catch(undefined),
  }),
  staticData: { crumbs: ['bots'] },
  component: ChatPage,
});
