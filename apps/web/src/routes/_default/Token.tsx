import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { TokenPage } from '../../features/billing/pages/TokenPage.tsx';

export const Route = createFileRoute('/_default/Token')({
  validateSearch: z.object({
    page: z.number().int().min(1).optional().catch(undefined),
    bot: z.string().optional().catch(undefined),
  }),
  component: TokenPage,
});
