import { type ChannelView, getSimulator } from '@hanasu/contract/channels';
import { Badge, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NotLive } from '../../entities/bot/NotLive.tsx';
import { isBuiltIn, kindOf } from '../../entities/channel/channel-kinds.ts';
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

const DARK = '#04210f';
const LIGHT = '#ffffff';

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** The ink that can be read better on a colour (`#rrggbb`). */
export function contrastColor(color: string): string {
  const parts = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  const [red = 0, green = 0, blue = 0] = parts;
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where both inks have the same contrast.
  return luminance > 0.179 ? DARK : LIGHT;
}

/** No kind of this build. */
const UNKNOWN = '#64748b';

interface ChannelFaceProps {
  kind: string;
  pictureUrl: string | null;
  size?: number;
}

/** The official account's picture, or its kind's colour where there is none, or it can't be loaded any more. */
function ChannelFace({ kind, pictureUrl, size = 38 }: ChannelFaceProps) {
  const [gone, setGone] = useState<string | null>(null);
  if (pictureUrl && pictureUrl !== gone) {
    return (
      <img
        className={classes.picture}
        src={pictureUrl}
        width={size}
        height={size}
        alt=""
        onError={() => setGone(pictureUrl)}
      />
    );
  }
  const background = kindOf(kind)?.manifest.color ?? UNKNOWN;
  return (
    <span
      className={classes.picture}
      style={{ width: size, height: size, background, color: contrastColor(background) }}
    >
      <Icon name="message-circle" size={size / 2} />
    </span>
  );
}

/** One channel: is it answering, by whom, how much today; how its line is doing stands behind one line. */
export function ChannelCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const format = useFormat();
  const { today, sandbox } = channel;
  const isOurs = isBuiltIn(channel.kind);
  return (
    <article className={classes.card}>
      <div className={classes.cardTop}>
        <ChannelFace kind={channel.kind} pictureUrl={channel.pictureUrl} />
        <div className={classes.cardWords}>
          <h2>
            <CardLink channel={channel} isOurs={isOurs} />
          </h2>
          <span className={classes.dim}>
            {nameOf(channel.kind)}
            {channel.displayName && channel.displayName !== channel.name && ` · ${channel.displayName}`}
          </span>
        </div>
        {sandbox && (
          <Badge color="gray" leftSection={<Icon name="flask-conical" size={12} />}>
            {t('shell.sandbox.pill')}
          </Badge>
        )}
      </div>
      {channel.answererState === null || channel.answererState === 'live' ? (
        <AnsweringLine channel={channel} />
      ) : (
        <NotLive botUuid={channel.botUuid} state={channel.answererState} />
      )}
      <p className={classes.today}>
        <strong>{format.number(today.answers + today.staffReplies)}</strong>{' '}
        {t('channels.today.replies', { count: today.answers + today.staffReplies })}
        <span className={classes.dim}>
          {t('channels.today.by', {
            bot: format.number(today.answers),
            staff: format.number(today.staffReplies),
          })}
        </span>
      </p>
      <div className={classes.cardFoot}>
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

/** The web chat's own page has all of it. */
function CardLink({ channel, isOurs }: { channel: ChannelView; isOurs: boolean }) {
  const className = classes.cardLink ?? '';
  if (isOurs && channel.botUuid)
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
