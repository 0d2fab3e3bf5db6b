import { createFileRoute } from '@tanstack/react-router';
import { CreateDocumentPage } from '../../features/knowledge/pages/CreateDocumentPage.tsx';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/Create')({
  component: CreateDocumentPage,
});
