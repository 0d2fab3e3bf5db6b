import { pauseBot } from '@hanasu/contract/bot-versions';
import type { BotView } from '@hanasu/contract/bots';
import { Button } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { usePauseBot } from '../bots.queries.ts';
import type { Autosave } from '../use-autosave.ts';
import classes from './Publish.module.css';
import { StateBadge } from './StateBadge.tsx';

/** Whether the bot answers now, since when, and the way to stop it. */
export function LiveState({ bot, autosave }: { bot: BotView; autosave: Autosave }) {
  const { t } = useWords();
  const format = useFormat();
  const pause = usePauseBot();
  const isPaused = bot.state === 'paused';
  const change = async () => {
    await autosave.flush();
    autosave.replace(await pause.mutateAsync({ uuid: bot.uuid, paused: !isPaused }));
  };
  return (
    <section className={classes.state}>
      <div className={classes.stateWords}>
        <StateBadge state={bot.state} />
        <p className={classes.sentence}>{t(`botEditor.stateTexts.${bot.state}`)}</p>
        {bot.publishedAt && (
          <p className={classes.dim} title={format.dateTime(bot.publishedAt)}>
            {t('botEditor.versionSince', { version: bot.version, when: format.ago(bot.publishedAt) })}
          </p>
        )}
      </div>
      {(isPaused || bot.version > 0) && (
        <OnlyFor endpoint={pauseBot}>
          <Button
            variant="default"
            leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
            loading={pause.isPending}
            onClick={() => void change().catch(() => undefined)}
          >
            {t(isPaused ? 'botEditor.resume' : 'botEditor.pause')}
          </Button>
        </OnlyFor>
      )}
    </section>
  );
}
