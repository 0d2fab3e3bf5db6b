import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ChannelsPage } from '../../features/channels/ChannelsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Channel/')({
  loader: () => loadWords('channels'),
  validateSearch: z.object({
    /** Kind of channel that is being connected, or `sandbox`. */
    connect: z.string().max(20).optional().catch(undefined),
  }),
  component: ChannelsPage,
});
