import { createFileRoute } from '@tanstack/react-router';
import { KnowledgePage } from '../../features/knowledge/pages/KnowledgePage.tsx';

export const Route = createFileRoute('/_default/Knowledge/')({ component: KnowledgePage });
