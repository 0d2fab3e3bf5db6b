import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { TokenPage } from '../../features/billing/pages/TokenPage.tsx';
import { TOKEN_TABS } from '../../features/billing/token-tabs.ts';

export const Route = createFileRoute('/_default/Token')({
  validateSearch: z.object({
    tab: z.enum(TOKEN_TABS).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
    bot: z.string().optional().catch(undefined),
  }),
  component: TokenPage,
});
