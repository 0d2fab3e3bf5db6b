import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { DocumentPage } from '../../features/knowledge/pages/DocumentPage.tsx';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/$documentId')({
  validateSearch: z.object({ chunk: z.string().optional().catch(undefined) }),
  component: DocumentPage,
});
