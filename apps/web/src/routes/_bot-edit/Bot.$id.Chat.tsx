import { BotId, ConversationId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ChatPage } from '../../features/chat/ChatPage.tsx';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Bot/$id/Chat')({
  params: { parse: (raw) => ({ id: idParam(BotId, raw.id) }) },
  validateSearch: z.object({ conversation: ConversationId.optional().catch(undefined) }),
  staticData: { crumbs: ['bots'] },
  component: ChatPage,
});
