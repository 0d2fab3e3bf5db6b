import type { BotView } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { ChatPanel } from '../../chat/components/ChatPanel.tsx';
import type { SaveState } from '../use-autosave.ts';
import classes from './BotEdit.module.css';
import type { BotValues } from './bot-values.ts';

/** A chat with the draft. */
export function TestPane({ bot, saveState }: { bot: BotView; saveState: SaveState }) {
  const { t } = useWords();
  const [greeting, variables, questions] = useWatch<
    BotValues,
    ['greeting', 'settings.variables', 'settings.suggestedQuestions']
  >({ name: ['greeting', 'settings.variables', 'settings.suggestedQuestions'] });
  return (
    <section className={classes.testPane} aria-labelledby="test-chat-title">
      <div className={classes.testHead}>
        <h2 id="test-chat-title">{t('bots.testTitle')}</h2>
        <p className={saveState === 'saved' ? classes.testNote : classes.unsaved}>
          <Icon name="info" size={14} />{' '}
          {t(saveState === 'saved' ? 'botEditor.testsDraft' : 'botEditor.testsSaved')}
        </p>
      </div>
      <OnlyFor endpoint={chat} otherwise={<ViewOnlyNote />}>
        <ChatPanel
          botUuid={bot.uuid}
          showDetails
          greeting={fillVariables(greeting, variables) || undefined}
          suggestedQuestions={questions.filter((question) => question.trim())}
          emptyText={t('bots.testEmpty')}
          seed={TESTING}
        />
      </OnlyFor>
    </section>
  );
}

const TESTING = { draft: true } as const;
