import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BotEditPage } from '../../features/bots/pages/BotEditPage.tsx';

export const Route = createFileRoute('/_bot-edit/Bot/$id/')({
  validateSearch: z.object({
    tab: z.enum(['instructions', 'model', 'knowledge']).optional().catch(undefined),
  }),
  component: BotEditPage,
});
