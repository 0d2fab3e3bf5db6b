import { publishBot } from '@hanasu/contract/bot-versions';
import type { ChannelView } from '@hanasu/contract/channels';
import type { BotId } from '@hanasu/contract/ids';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { usePutLive } from './bots.queries.ts';
import classes from './NotLive.module.css';

interface NotLiveProps {
  /** Null: a group, whose bots are published one by one. */
  botUuid: BotId | null;
  /** Nothing is shown while it answers. */
  state: ChannelView['answererState'];
  /** Names the bot where the page does not. */
  name?: string | undefined;
  /** The form around it ends it when it is sent. */
  isWithForm?: boolean;
}

/** Says that customers get no answers from a bot, with the one click that ends it. */
export function NotLive({ botUuid, state, name, isWithForm = false }: NotLiveProps) {
  const { t } = useWords();
  const putLive = usePutLive();
  if (state === null || state === 'live') return null;
  const kind = botUuid ? 'bot' : 'group';
  return (
    <div className={classes.line} role="status">
      <Icon name="triangle-alert" size={15} />
      <span className={classes.words}>
        {name && <b>{name}: </b>}
        {putLive.error ? errorMessage(putLive.error) : t(`bot.notLive.${kind}.${state}`)}
      </span>
      {botUuid && isApiError(putLive.error, 'sample_text_in_use') ? (
        <Link to="/Bot/$id" params={{ id: botUuid }} search={{ tab: 'publish' }}>
          {t('bot.replaceSample')}
        </Link>
      ) : (
        botUuid &&
        !isWithForm && (
          <Can endpoint={publishBot}>
            <Button
              size="xs"
              loading={putLive.isPending}
              onClick={() =>
                putLive.mutate({ uuid: botUuid, state: state === 'paused' ? 'paused' : 'draft' })
              }
            >
              {t(state === 'paused' ? 'bot.resume' : 'bot.publish')}
            </Button>
          </Can>
        )
      )}
    </div>
  );
}
