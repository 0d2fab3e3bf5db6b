import { createFileRoute } from '@tanstack/react-router';
import { BotEditPage } from '../../features/bots/pages/BotEditPage.tsx';

export const Route = createFileRoute('/_bot-edit/Bot/$id/')({ component: BotEditPage });
