import { Time } from '@hanasu/contract/page';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { KeysTab } from '../../features/api-keys/KeysTab.tsx';
import { TokenPage } from '../../features/billing/TokenPage.tsx';
import { TOKEN_TABS } from '../../features/billing/token-tabs.ts';
import { HooksTab } from '../../features/webhooks/HooksTab.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Token')({
  loader: () => loadWords('api-keys', 'billing', 'webhooks'),
  validateSearch: z.object({
    tab: z.enum(TOKEN_TABS).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
    bot: z.string().optional().catch(undefined),
    from: Time.optional().catch(undefined),
    /** False: calls of models only, and none of the tries of a draft. */
    tests: z.literal(false).optional().catch(undefined),
  }),
  component: () => <TokenPage KeysTab={KeysTab} HooksTab={HooksTab} />,
});
