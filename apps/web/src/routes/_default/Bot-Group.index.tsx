import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { GroupsPage } from '../../features/bots/groups/GroupsPage.tsx';

export const Route = createFileRoute('/_default/Bot-Group/')({
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    create: z.boolean().optional().catch(undefined),
  }),
  component: GroupsPage,
});
