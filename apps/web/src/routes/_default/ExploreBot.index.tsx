import { LOCALES } from '@hanasu/contract/accounts';
import { GALLERY_CATEGORIES } from '@hanasu/contract/gallery';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ExplorePage } from '../../features/web-chat/gallery/ExplorePage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/ExploreBot/')({
  loader: () => loadWords('web-chat'),
  validateSearch: z.object({
    q: z.string().max(200).optional().catch(undefined),
    category: z.enum(GALLERY_CATEGORIES).optional().catch(undefined),
    language: z.enum(LOCALES).optional().catch(undefined),
    sort: z.enum(['popular', 'new']).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  component: ExplorePage,
});
