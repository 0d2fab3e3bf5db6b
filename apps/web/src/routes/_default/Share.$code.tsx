import { createFileRoute } from '@tanstack/react-router';
import { SharedChatPage } from '../../features/chat/SharedChatPage.tsx';

export const Route = createFileRoute('/_default/Share/$code')({ component: SharedChatPage });
