import { Skeleton, Stack } from '@mantine/core';
import classes from './BotEdit.module.css';

export const BotEditSkeleton = () => (
  <div className={classes.page} aria-hidden>
    <div className={classes.bar}>
      <Skeleton height={22} width={220} />
    </div>
    <div className={classes.panes}>
      <Stack p="lg" gap="lg">
        <Skeleton height={34} width={320} />
        <Skeleton height={36} />
        <Skeleton height={220} />
        <Skeleton height={70} />
      </Stack>
      <div className={classes.testPane} />
    </div>
  </div>
);
