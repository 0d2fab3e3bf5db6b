import { publishBot } from '@hanasu/contract/bot-versions';
import type { BotView } from '@hanasu/contract/bots';
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import { usePublishing } from '../publish/use-publishing.ts';
import type { BotTab } from './bot-tabs.ts';
import classes from './DraftBar.module.css';
import type { Autosave } from './use-autosave.ts';

interface DraftBarProps {
  bot: BotView;
  autosave: Autosave;
  /** That tab has a button of its own. */
  isPublishTab: boolean;
  onShow: (tab: BotTab) => void;
}

/** Whether what is typed is saved, and whether what is saved answers customers. */
export function DraftBar({ bot, autosave, isPublishTab, onShow }: DraftBarProps) {
  const { t } = useWords();
  const { publish } = usePublishing(bot.uuid, autosave);
  useHotkeys([[SHORTCUTS.save.keys[0], () => void autosave.flush()]], []);
  const isBehind = bot.state === 'draft' || bot.state === 'changed';
  return (
    <Can endpoint={publishBot}>
      <div className={classes.bar} data-behind={isBehind}>
        <SaveStateLine autosave={autosave} />
        {isBehind && (
          <span className={classes.behind}>
            {t(bot.state === 'draft' ? 'botEditor.notLiveYet' : 'botEditor.changesNotLive')}
          </span>
        )}
        {isBehind && !isPublishTab && (
          <span className={classes.actions}>
            {bot.state === 'changed' && (
              <Button variant="subtle" size="xs" onClick={() => onShow('publish')}>
                {t('botEditor.seeChanges')}
              </Button>
            )}
            <Button size="xs" loading={publish.isPending} onClick={() => publish.mutate('')}>
              {t('botEditor.publish')}
            </Button>
          </span>
        )}
      </div>
    </Can>
  );
}

const ICONS = {
  saved: 'check',
  waiting: 'pencil',
  saving: 'loader',
  failed: 'triangle-alert',
  incomplete: 'triangle-alert',
} as const;

function SaveStateLine({ autosave: { state, fault, flush } }: { autosave: Autosave }) {
  const { t } = useWords();
  return (
    <span className={classes.state} data-state={state}>
      <Icon name={ICONS[state]} size={15} />
      <span role="status">
        {t(`botEditor.saving.${state}`)}
        {state === 'failed' && ` ${errorMessage(fault)}`}
      </span>
      {state === 'failed' && (
        <Button variant="subtle" size="compact-xs" onClick={() => void flush()}>
          {t('shell.retry')}
        </Button>
      )}
    </span>
  );
}
