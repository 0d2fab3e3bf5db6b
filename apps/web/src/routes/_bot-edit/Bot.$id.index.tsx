import type { BotId, FormId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { BotEditPage } from '../../features/bots/edit/BotEditPage.tsx';
import { BOT_TABS } from '../../features/bots/edit/bot-tabs.ts';
import { EmbedCard } from '../../features/web-chat/embed/EmbedCard.tsx';
import { ListingCard } from '../../features/web-chat/gallery/ListingCard.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { id, oneOf, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_bot-edit/Bot/$id/')({
  loader: () => loadWords('bots', 'budget', 'web-chat'),
  params: { parse: (raw) => ({ id: idParam<BotId>(raw.id) }) },
  validateSearch: search({
    tab: oneOf(BOT_TABS),
    /** Of a tool that is to be added. */
    form: id<FormId>(),
  }),
  staticData: { bottomBar: true, crumbs: ['bots'] },
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
