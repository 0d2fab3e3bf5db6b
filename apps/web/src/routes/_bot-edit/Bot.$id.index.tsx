import { BotId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BOT_TABS } from '../../features/bots/components/bot-values.ts';
import { BotEditPage } from '../../features/bots/pages/BotEditPage.tsx';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Bot/$id/')({
  params: { parse: (raw) => ({ id: idParam(BotId, raw.id) }) },
  validateSearch: z.object({
    tab: z.enum(BOT_TABS).optional().catch(undefined),
  }),
  staticData: { crumbs: ['bots'] },
  component: BotEditPage,
});
