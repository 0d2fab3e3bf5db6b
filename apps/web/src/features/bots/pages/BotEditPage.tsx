import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import { botQuery } from '../bots.queries.ts';
import classes from '../components/BotEdit.module.css';
import { BotEditor } from '../components/BotEditor.tsx';
import { BotEditSkeleton } from '../components/BotEditSkeleton.tsx';

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
