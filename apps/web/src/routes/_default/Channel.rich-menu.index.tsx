import type { ChannelId, FormId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { RichMenusPage } from '../../features/rich-menus/RichMenusPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, mark, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/rich-menu/')({
  loader: () => loadWords('rich-menus'),
  staticData: { crumbs: ['channels'] },
  validateSearch: search({ channel: id<ChannelId>(), create: mark, form: id<FormId>() }),
  component: RichMenusPage,
});
