import { createFileRoute } from '@tanstack/react-router';
import { SharedChatPage } from '../../features/chat/SharedChatPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Share/$code')({
  loader: () => loadWords('chat'),
  component: SharedChatPage,
});
