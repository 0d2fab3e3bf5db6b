import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import { botQuery } from '../bots.queries.ts';
import classes from '../components/BotEdit.module.css';
import { BotEditor } from '../components/BotEditor.tsx';

/** Somebody else may be editing the same bot. */
const LOOK_AGAIN_MS = 20_000;

export function BotEditPage() {
  const { id } = useParams({ from: '/_bot-edit/Bot/$id/' });
  const bot = useQuery({ ...botQuery(id), refetchInterval: LOOK_AGAIN_MS });
  if (isFault(bot.error, 'not_found')) return <NotFoundPage />;
  if (bot.isError) {
    return (
      <div className={classes.fault}>
        <FaultNotice error={bot.error} onRetry={() => void bot.refetch()} />
      </div>
    );
  }
  if (!bot.data) return <BotEditSkeleton />;
  return <BotEditor key={bot.data.uuid} bot={bot.data} />;
}

const BotEditSkeleton = () => (
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
