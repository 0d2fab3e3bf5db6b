import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { EmbedsPage } from '../../features/web-chat/embed/EmbedsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Channel/embed')({
  loader: () => loadWords('web-chat'),
  validateSearch: z.object({
    q: z.string().max(200).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  staticData: { crumbs: ['channels'] },
  component: EmbedsPage,
});
