import { BotId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BotEditPage } from '../../features/bots/pages/BotEditPage.tsx';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Bot/$id/')({
  params: { parse: (raw) => ({ id: idParam(BotId, raw.id) }) },
  validateSearch: z.object({
    tab: z.enum(['instructions', 'model', 'knowledge']).optional().catch(undefined),
  }),
  component: BotEditPage,
});
