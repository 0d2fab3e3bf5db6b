import type { BotView } from '@hanasu/contract/bots';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { ChatPanel } from '../../chat/components/ChatPanel.tsx';
import { botQuery } from '../bots.queries.ts';
import classes from './BotEdit.module.css';

export function TestPane({ bot, unsaved }: { bot: BotView; unsaved: boolean }) {
  const { t } = useWords();
  const { data = bot } = useQuery(botQuery(bot.uuid));
  return (
    <section className={classes.testPane} aria-labelledby="test-chat-title">
      <div className={classes.testHead}>
        <h2 id="test-chat-title">{t('bots.testTitle')}</h2>
        {unsaved && (
          <p className={classes.unsaved}>
            <Icon name="info" size={14} /> {t('bots.testUnsaved')}
          </p>
        )}
      </div>
      <ChatPanel
        botUuid={bot.uuid}
        showDetails
        greeting={data.greeting || undefined}
        emptyText={t('bots.testEmpty')}
      />
    </section>
  );
}
