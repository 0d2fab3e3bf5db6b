import { BotId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BotEditPage } from '../../features/bots/edit/BotEditPage.tsx';
import { BOT_TABS } from '../../features/bots/edit/bot-values.ts';
import { EmbedCard } from '../../features/web-chat/embed/EmbedCard.tsx';
import { ListingCard } from '../../features/web-chat/gallery/ListingCard.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Bot/$id/')({
  loader: () => loadWords('bots', 'web-chat'),
  params: { parse: (raw) => ({ id: idParam(BotId, raw.id) }) },
  validateSearch: z.object({
    tab: z.enum(BOT_TABS).optional().catch(undefined),
  }),
  staticData: { crumbs: ['bots'] },
  component: () => <BotEditPage WebChatCards={WebChatCards} />,
});

function WebChatCards({ botUuid }: { botUuid: BotId }) {
  return (
    <>
      <ListingCard botUuid={botUuid} />
      <EmbedCard botUuid={botUuid} />
    </>
  );
}
