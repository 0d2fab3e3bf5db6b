import { createFileRoute } from '@tanstack/react-router';
import { inboxSearch } from '../../features/inbox/inbox-view.ts';
import { MessagePage } from '../../features/inbox/MessagePage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Message')({
  loader: () => loadWords('inbox'),
  staticData: {
    fillsWindow: true,
    firstCalls: ['/api/user/conversations?origin=channel&open=true&page=1&pageSize=50'],
  },
  validateSearch: inboxSearch,
  component: MessagePage,
});
