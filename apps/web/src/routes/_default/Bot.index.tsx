import { createFileRoute } from '@tanstack/react-router';
import { BotsPage } from '../../features/bots/pages/BotsPage.tsx';

export const Route = createFileRoute('/_default/Bot/')({ component: BotsPage });
