import { DocumentKind, DocumentStatus } from '@hanasu/contract/knowledge';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AllDocumentsPage } from '../../features/knowledge/documents/AllDocumentsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Document')({
  loader: () => loadWords('knowledge'),
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
    status: DocumentStatus.optional().catch(undefined),
    kind: DocumentKind.optional().catch(undefined),
    tag: z.string().max(60).optional().catch(undefined),
    needsAttention: z.boolean().optional().catch(undefined),
  }),
  component: AllDocumentsPage,
});
