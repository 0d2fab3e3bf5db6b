import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { OutboxPage } from '../features/system/OutboxPage.tsx';

export const Route = createFileRoute('/dev/outbox')({
  validateSearch: z.object({ mail: z.string().optional().catch(undefined) }),
  component: OutboxPage,
});
