import { createFileRoute } from '@tanstack/react-router';
import { PublicBotPage } from '../../features/web-chat/gallery/PublicBotPage.tsx';

export const Route = createFileRoute('/_default/ExploreBot/$slug')({ component: PublicBotPage });
