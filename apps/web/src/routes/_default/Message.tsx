import { createFileRoute } from '@tanstack/react-router';
import { InboxSearch } from '../../features/inbox/inbox-view.ts';
import { MessagePage } from '../../features/inbox/pages/MessagePage.tsx';

export const Route = createFileRoute('/_default/Message')({
  validateSearch: InboxSearch,
  component: MessagePage,
});
