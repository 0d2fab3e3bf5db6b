import type { BotView } from '@hanasu/contract/bots';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { versionQuery } from '../bots.queries.ts';
import { type BotValues, tidied } from './bot-values.ts';
import { ConfigDiff } from './ConfigDiff.tsx';
import classes from './Publish.module.css';

/** What publishing would change for customers. */
export function DraftChanges({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  const draft = tidied(useWatch({ control }) as BotValues);
  const live = useQuery({ ...versionQuery(bot.uuid, bot.version), enabled: bot.version > 0 });
  if (bot.version === 0) return null;
  if (live.isError) return <FaultNotice error={live.error} onRetry={() => void live.refetch()} />;
  if (!live.data) return <Skeleton height={90} />;
  return (
    <section aria-labelledby="draft-changes">
      <h2 id="draft-changes" className={classes.title}>
        {t('botEditor.changesTitle', { version: bot.version })}
      </h2>
      <ConfigDiff before={live.data.config} after={draft} none={t('botEditor.noChanges')} />
    </section>
  );
}
