import type { ChannelView } from '@hanasu/contract/channels';
import { Link } from '@tanstack/react-router';
import { isBuiltIn } from '../../entities/channel/channel-kinds.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import classes from './Channels.module.css';
import { type AnsweringState, useAnswererName, useAnsweringState } from './use-answerer.ts';

/** Green where a bot answers, persimmon where people do, amber where something is wrong, grey where it rests. */
const LOOKS = {
  answering: { tone: 'bot', icon: 'check-circle-2' },
  people: { tone: 'person', icon: 'hand' },
  paused: { tone: 'rest', icon: 'pause' },
  botPaused: { tone: 'rest', icon: 'pause' },
  draft: { tone: 'wrong', icon: 'triangle-alert' },
  trouble: { tone: 'wrong', icon: 'triangle-alert' },
  disconnected: { tone: 'rest', icon: 'circle-dashed' },
  off: { tone: 'rest', icon: 'circle-dashed' },
} as const satisfies Record<AnsweringState, { tone: string; icon: IconName }>;

/** What an owner asks first: is it answering, and who does. */
export function AnsweringLine({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const name = useAnswererName(channel);
  const state = useAnsweringState(channel, isBuiltIn(channel.kind));
  if (!state || (state === 'answering' && name === undefined)) return <p className={classes.answering}>…</p>;
  const { tone, icon } = LOOKS[state];
  return (
    <p className={classes.answering} data-tone={tone}>
      <Icon name={icon} size={20} />
      <span>
        {t(`channels.answering.${state}`, { name: name ?? '' })}
        {state === 'draft' && channel.botUuid && (
          <>
            {' '}
            <Link
              className={classes.above}
              to="/Bot/$id"
              params={{ id: channel.botUuid }}
              search={{ tab: 'publish' }}
            >
              {t('channels.publishBot')}
            </Link>
          </>
        )}
      </span>
    </p>
  );
}
