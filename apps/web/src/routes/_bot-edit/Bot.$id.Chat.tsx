import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ChatPage } from '../../features/chat/ChatPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { id, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_bot-edit/Bot/$id/Chat')({
  loader: () => loadWords('chat'),
  params: { parse: (raw) => ({ id: idParam<BotId>(raw.id) }) },
  validateSearch: search({
    conversation: id<ConversationId>(),
    /** A question to begin with, offered above the bot's own. */
    ask: textUpTo(200),
  }),
  staticData: { crumbs: ['bots'] },
  component: ChatPage,
});
