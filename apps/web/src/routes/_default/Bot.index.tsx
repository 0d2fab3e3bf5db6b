import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BotsPage } from '../../features/bots/BotsPage.tsx';

export const Route = createFileRoute('/_default/Bot/')({
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    create: z.boolean().optional().catch(undefined),
  }),
  component: BotsPage,
});
