import { createFileRoute } from '@tanstack/react-router';
import { GroupsPage } from '../../features/bots/groups/GroupsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { flag, search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Bot-Group/')({
  loader: () => loadWords('bots'),
  validateSearch: search({
    q: text,
    create: flag,
  }),
  component: GroupsPage,
});
