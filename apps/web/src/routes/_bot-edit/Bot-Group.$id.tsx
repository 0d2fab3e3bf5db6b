import type { GroupId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { GroupEditPage } from '../../features/bots/groups/GroupEditPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Bot-Group/$id')({
  loader: () => loadWords('bots'),
  params: { parse: (raw) => ({ id: idParam<GroupId>(raw.id) }) },
  staticData: { bottomBar: true, crumbs: ['botGroups'] },
  component: GroupEditPage,
});
