import { createFileRoute } from '@tanstack/react-router';
import { BotsPage } from '../../features/bots/BotsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { flag, search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Bot/')({
  loader: () => loadWords('bots'),
  validateSearch: search({
    q: text,
    create: flag,
  }),
  component: BotsPage,
});
