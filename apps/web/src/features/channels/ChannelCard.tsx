import { type ChannelView, getSimulator } from '@hanasu/contract/channels';
import { Badge, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NotLive } from '../../entities/bot/NotLive.tsx';
import { kindOf } from '../../entities/channel/channel-kinds.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { ChannelStatusPill } from './ChannelStatusPill.tsx';
import classes from './Channels.module.css';
import { Health } from './Health.tsx';
import { QuotaBar } from './QuotaBar.tsx';
import { AccessNotice } from './Reconnect.tsx';
import { contrastColor } from './simulator/contrast-color.ts';
import { useAnswererName } from './use-answerer.ts';

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

/** One connected channel and how it is doing. */
export function ChannelCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const answerer = useAnswererName(channel);
  return (
    <article className={classes.card}>
      <div className={classes.cardTop}>
        <ChannelFace kind={channel.kind} pictureUrl={channel.pictureUrl} />
        <div className={classes.cardWords}>
          <h2>
            <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }} className={classes.cardLink}>
              {channel.name}
            </Link>
          </h2>
          <span className={classes.dim}>
            {nameOf(channel.kind)}
            {channel.displayName && channel.displayName !== channel.name && ` · ${channel.displayName}`}
          </span>
        </div>
        {channel.sandbox && (
          <Badge color="gray" leftSection={<Icon name="flask-conical" size={12} />}>
            {t('shell.sandbox.pill')}
          </Badge>
        )}
      </div>
      <div className={classes.cardState}>
        <ChannelStatusPill status={channel.status} />
        <span className={classes.answers}>
          <Icon name={channel.groupUuid ? 'layers' : 'bot'} size={14} />
          {answerer === null ? t('channels.noBot') : (answerer ?? '…')}
        </span>
      </div>
      <NotLive botUuid={channel.botUuid} state={channel.answererState} />
      {channel.health.access === 'ok' ? (
        channel.attention && <p className={classes.attention}>{t('channels.attentionShort')}</p>
      ) : (
        <AccessNotice channel={channel} />
      )}
      <Health channel={channel} />
      <QuotaBar channel={channel} />
      {channel.sandbox && (
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
    </article>
  );
}
