import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BotsPage } from '../../features/bots/BotsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Bot/')({
  loader: () => loadWords('bots'),
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    create: z.boolean().optional().catch(undefined),
    /** The base that the new bot shall answer from. */
    knowledge: z.string().optional().catch(undefined),
  }),
  component: BotsPage,
});
