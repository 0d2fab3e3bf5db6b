import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { OutboxPage } from '../features/system/OutboxPage.tsx';
import { loadWords } from '../i18n/i18n.ts';

export const Route = createFileRoute('/dev/outbox')({
  loader: () => loadWords('system'),
  validateSearch: z.object({ mail: z.string().optional().catch(undefined) }),
  component: OutboxPage,
});
