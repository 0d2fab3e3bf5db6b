import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { KnowledgePage } from '../../features/knowledge/KnowledgePage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Knowledge/')({
  loader: () => loadWords('knowledge'),
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  component: KnowledgePage,
});
