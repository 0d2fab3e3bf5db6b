import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { CustomChatPage } from '../../features/web-chat/embed/CustomChatPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Channel/custom_chat')({
  loader: () => loadWords('web-chat'),
  validateSearch: z.object({ bot: z.uuid().optional().catch(undefined) }),
  staticData: { crumbs: ['channels'] },
  component: CustomChatPage,
});
