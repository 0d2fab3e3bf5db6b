import { GroupId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { GroupEditPage } from '../../features/bots/groups/GroupEditPage.tsx';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Bot-Group/$id')({
  params: { parse: (raw) => ({ id: idParam(GroupId, raw.id) }) },
  staticData: { crumbs: ['botGroups'] },
  component: GroupEditPage,
});
