import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import classes from '../components/GroupEdit.module.css';
import { GroupEditor } from '../components/GroupEditor.tsx';
import { groupQuery } from '../groups.queries.ts';

export function GroupEditPage() {
  const { id } = useParams({ from: '/_bot-edit/Bot-Group/$id' });
  const group = useQuery(groupQuery(id));
  if (isFault(group.error, 'not_found')) return <NotFoundPage />;
  if (group.isError) {
    return (
      <div className={classes.fault}>
        <FaultNotice error={group.error} onRetry={() => void group.refetch()} />
      </div>
    );
  }
  if (!group.data) return <Loading />;
  return <GroupEditor key={group.data.uuid} group={group.data} />;
}

const Loading = () => (
  <div className={classes.page} aria-hidden>
    <div className={classes.bar}>
      <Skeleton height={22} width={220} />
    </div>
    <div className={classes.panes}>
      <Stack p="lg" gap="lg">
        <Skeleton height={210} />
        <Skeleton height={130} />
        <Skeleton height={130} />
      </Stack>
      <div className={classes.testPane} />
    </div>
  </div>
);
