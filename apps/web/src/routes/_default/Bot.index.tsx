import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BOT_SORTS, STATE_FILTERS } from '../../features/bots/list/arrange-bots.ts';
import { BotsPage } from '../../features/bots/list/BotsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Bot/')({
  loader: () => loadWords('bots'),
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    create: z.boolean().optional().catch(undefined),
    state: z.enum(STATE_FILTERS).optional().catch(undefined),
    sort: z.enum(BOT_SORTS).optional().catch(undefined),
    /** The base that the new bot shall answer from. */
    knowledge: z.string().optional().catch(undefined),
  }),
  component: BotsPage,
});
