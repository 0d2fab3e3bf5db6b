import { createFileRoute } from '@tanstack/react-router';
import { FormsPage } from '../../features/forms/FormsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { mark, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/custom_form/')({
  loader: () => loadWords('forms'),
  staticData: { crumbs: ['channels'] },
  validateSearch: search({ q: textUpTo(200), page, archived: mark, create: mark }),
  component: FormsPage,
});
