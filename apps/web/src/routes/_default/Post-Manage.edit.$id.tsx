import type { PostId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { PostEditPage } from '../../features/posts/edit/PostEditPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Post-Manage/edit/$id')({
  // The choice of a picture has the words of messages.
  loader: () => loadWords('posts', 'message'),
  params: { parse: (raw) => ({ id: idParam<PostId>(raw.id) }) },
  staticData: { crumbs: ['posts'] },
  component: PostEditPage,
});
