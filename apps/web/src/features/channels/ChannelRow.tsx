import { type ChannelView, getSimulator } from '@hanasu/contract/channels';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotLive } from '../../entities/bot/NotLive.tsx';
import { ChannelMark } from '../../entities/channel/ChannelMark.tsx';
import { isBuiltIn } from '../../entities/channel/channel-kinds.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
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
function AnsweringLine({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const name = useAnswererName(channel);
  const state = useAnsweringState(channel, isBuiltIn(channel.kind));
  if (!state || (state === 'answering' && name === undefined)) return <p className={classes.answering}>…</p>;
  const { tone, icon } = LOOKS[state];
  return (
    <p className={classes.answering} data-tone={tone}>
      <Icon name={icon} size={16} />
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

/** One channel on one ruled line: is it answering, by whom, how much today, and who waits. */
export function ChannelRow({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const { sandbox } = channel;
  return (
    <article className={classes.channel}>
      <div className={classes.channelName}>
        <ChannelMark kind={channel.kind} />
        <div className={classes.channelWords}>
          <h2>
            <RowLink channel={channel} />
          </h2>
          <span className={classes.dim}>
            {nameOf(channel.kind)}
            {channel.displayName && channel.displayName !== channel.name && ` · ${channel.displayName}`}
            {sandbox && ` · ${t('shell.sandbox.pill')}`}
          </span>
        </div>
      </div>
      {channel.answererState === null || channel.answererState === 'live' ? (
        <AnsweringLine channel={channel} />
      ) : (
        <NotLive botUuid={channel.botUuid} state={channel.answererState} />
      )}
      <Figures channel={channel} />
      <div className={classes.channelEnd}>
        <LastMessage channel={channel} />
        {sandbox && channel.status !== 'disconnected' && (
          <Can endpoint={getSimulator}>
            <Button
              className={classes.above ?? ''}
              size="xs"
              variant="default"
              leftSection={<Icon name="smartphone" size={14} />}
              renderRoot={(props) => (
                <Link to="/Channel/Instance/$id/simulator" params={{ id: channel.uuid }} {...props} />
              )}
            >
              {t('channels.openSimulator')}
            </Button>
          </Can>
        )}
      </div>
    </article>
  );
}

/** What bot and staff wrote today; who waits now leads to the conversations. */
function Figures({ channel: { uuid, today, waiting } }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <p className={classes.figures}>
      {t('channels.today.by', {
        bot: format.number(today.answers),
        staff: format.number(today.staffReplies),
      })}
      {waiting > 0 ? (
        <Link to="/Message" search={{ channel: uuid, tab: 'waiting' }} className={classes.waiting}>
          <Icon name="hand" size={13} /> {t('channels.today.waiting', { waiting: format.number(waiting) })}
        </Link>
      ) : (
        <span>{t('channels.today.waiting', { waiting: format.number(waiting) })}</span>
      )}
    </p>
  );
}

/** The web chat's own page has all of it. */
function RowLink({ channel }: { channel: ChannelView }) {
  const className = classes.channelLink ?? '';
  if (isBuiltIn(channel.kind) && channel.botUuid)
    return (
      <Link to="/Channel/custom_chat" search={{ bot: channel.botUuid }} className={className}>
        {channel.name}
      </Link>
    );
  return (
    <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }} className={className}>
      {channel.name}
    </Link>
  );
}

/** What is wrong, or when something was said last. */
function LastMessage({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  const undelivered = channel.failedDeliveries + channel.unconfirmedDeliveries;
  if (undelivered > 0)
    return (
      <span className={classes.attention}>
        <Icon name="triangle-alert" size={14} /> {t('channels.undelivered', { count: undelivered })}
      </span>
    );
  const last = [channel.lastInboundAt, channel.lastOutboundAt]
    .flatMap((at) => at ?? [])
    .sort()
    .at(-1);
  return (
    <span className={classes.dim}>
      {last ? t('channels.lastMessage', { when: format.ago(last) }) : t('channels.noMessageYet')}
    </span>
  );
}
