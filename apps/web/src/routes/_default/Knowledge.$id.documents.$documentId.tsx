import { createFileRoute } from '@tanstack/react-router';
import { DocumentPage } from '../../features/knowledge/pages/DocumentPage.tsx';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/$documentId')({
  component: DocumentPage,
});
