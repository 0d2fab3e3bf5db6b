import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { GroupsPage } from '../../features/bots/groups/GroupsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Bot-Group/')({
  loader: () => loadWords('bots'),
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    create: z.boolean().optional().catch(undefined),
  }),
  component: GroupsPage,
});
