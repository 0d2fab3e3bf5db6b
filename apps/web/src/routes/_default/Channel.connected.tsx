import { createFileRoute } from '@tanstack/react-router';
import { ConnectedPage } from '../../features/channels/ConnectedPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

/** Where vendors send the owner back to; what they append is theirs to choose. */
export const Route = createFileRoute('/_default/Channel/connected')({
  loader: () => loadWords('channels'),
  validateSearch: (given: Record<string, unknown>) => given,
  staticData: { crumbs: ['channels'] },
  component: ConnectedPage,
});
