import { createFileRoute } from '@tanstack/react-router';
import { BOT_SORTS, STATE_FILTERS } from '../../features/bots/list/arrange-bots.ts';
import { BotsPage } from '../../features/bots/list/BotsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { flag, oneOf, search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Bot/')({
  loader: () => loadWords('bots'),
  staticData: { firstCalls: ['/api/user/bots?pageSize=100', '/api/user/bots/activity'] },
  validateSearch: search({
    q: text,
    create: flag,
    state: oneOf(STATE_FILTERS),
    sort: oneOf(BOT_SORTS),
    /** The base that the new bot shall answer from. */
    knowledge: text,
  }),
  component: BotsPage,
});
