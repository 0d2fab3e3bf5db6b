import { createFileRoute } from '@tanstack/react-router';
import { DocumentsPage } from '../../features/knowledge/pages/DocumentsPage.tsx';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/')({ component: DocumentsPage });
