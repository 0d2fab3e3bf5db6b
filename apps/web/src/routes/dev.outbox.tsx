import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '../features/system/OutboxPage.tsx';
import { loadWords } from '../i18n/i18n.ts';
import { search, text } from '../shell/search-params.ts';

export const Route = createFileRoute('/dev/outbox')({
  loader: () => loadWords('system'),
  validateSearch: search({ mail: text }),
  component: OutboxPage,
});
