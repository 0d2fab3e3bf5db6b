import { createFileRoute } from '@tanstack/react-router';
import { PublicBotPage } from '../../features/web-chat/gallery/PublicBotPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/ExploreBot/$slug')({
  loader: () => loadWords('web-chat'),
  component: PublicBotPage,
});
