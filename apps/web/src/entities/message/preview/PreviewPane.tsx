import type { MessageContent } from '@hanasu/contract/message-content';
import type { ChannelPreview } from '@hanasu/contract/message-templates';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { kindsFor } from '../../channel/channel-kinds.ts';
import { PhoneFrame } from '../../channel/PhoneFrame.tsx';
import { ChannelMessages } from '../../channel/phone/ChannelMessages.tsx';
import { useKindName } from '../../channel/use-kind-name.ts';
import classes from './Preview.module.css';
import { type MessagePreview, useMessagePreview } from './use-message-preview.ts';

interface PreviewPaneProps {
  preview: MessagePreview;
  /** The only kind of channel to show. */
  only?: string | undefined;
  /** The one that is edited. */
  wanted: string | null;
}

/** The message as its readers see it, on each kind of channel; what is connected comes first. */
export function PreviewPane({ preview, only, wanted }: PreviewPaneProps) {
  const { t, locale } = useWords();
  const { data: me } = useQuery(meQuery);
  const kindName = useKindName();
  const [chosen, setChosen] = useState<{ kind: string; while: string | null } | null>(null);
  const { data, error, refetch } = preview;
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} radius="lg" aria-hidden />;
  const order = kindsFor(locale).map(({ manifest }) => manifest.kind);
  const channels = data.channels
    .filter(({ kind }) => only === undefined || kind === only)
    .toSorted(
      (one, other) =>
        Number(other.isConnected) - Number(one.isConnected) ||
        order.indexOf(one.kind) - order.indexOf(other.kind),
    );
  const picked = chosen && chosen.while === wanted ? chosen.kind : (wanted ?? channels[0]?.kind);
  const shown = channels.find(({ kind }) => kind === picked) ?? channels[0];
  if (!shown) return null;
  const title = me?.account.name ?? '';
  return (
    <div className={classes.pane} aria-busy={!preview.isCurrent}>
      {channels.length > 1 && (
        <Tabs value={shown.kind} onChange={(kind) => kind && setChosen({ kind, while: wanted })}>
          <Tabs.List aria-label={t('messageComposer.previewOf')} className={classes.tabs ?? ''}>
            {channels.map(({ kind, losses }) => (
              <Tabs.Tab key={kind} value={kind}>
                {kindName(kind)}
                {losses.length > 0 && (
                  <span className={classes.lossCount}>
                    <Icon name="info" size={13} label={t('messageComposer.hasLosses')} />
                  </span>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <PhoneFrame
        kind={shown.kind}
        title={title}
        label={t('messageComposer.previewPhone', { channel: kindName(shown.kind) })}
        isSmall
      >
        <Bubbles channel={shown} />
      </PhoneFrame>
      <Losses channel={shown} />
    </div>
  );
}

interface BubblesProps {
  channel: ChannelPreview;
  asked?: string;
}
function Bubbles({ channel: { kind, messages }, asked }: BubblesProps) {
  const { t } = useWords();
  if (messages.length === 0) return <p className={classes.nothing}>{t('messageComposer.previewNothing')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className={classes.messages} tabIndex={0} aria-label={t('messageComposer.preview')}>
      <ChannelMessages kind={kind} messages={messages} asked={asked} />
    </section>
  );
}

interface ReplyPreviewProps {
  content: MessageContent;
  /** Kind of channel. */
  kind: string;
  title: string;
  label: string;
  /** What is replied to. */
  asked: string;
}
/** A composed reply, with what it answers, as a customer sees both. */
export function ReplyPreview({ content, kind, asked, ...frame }: ReplyPreviewProps) {
  const { data, error, refetch } = useMessagePreview(content);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const channel = data?.channels.find((one) => one.kind === kind);
  if (!channel) return <Skeleton height={260} radius="lg" aria-hidden />;
  return (
    <PhoneFrame {...frame} kind={kind} isSmall>
      <Bubbles channel={channel} asked={asked} />
    </PhoneFrame>
  );
}

/** What the channel can't show of it, in words. */
function Losses({ channel: { kind, losses, messages, isConnected } }: { channel: ChannelPreview }) {
  const { t } = useWords();
  const kindName = useKindName();
  const channel = kindName(kind);
  return (
    <>
      {losses.length > 0 && (
        <section className={classes.losses} aria-label={t('messageComposer.losses')}>
          <h3>{t('messageComposer.lossesTitle', { channel })}</h3>
          <ul>
            {[...new Set(losses.map(({ reason }) => reason))].map((reason) => (
              <li key={reason}>{t(`messageComposer.loss.${reason}`)}</li>
            ))}
          </ul>
        </section>
      )}
      {losses.length === 0 && messages.length > 0 && (
        <p className={classes.note}>{t('messageComposer.noLosses', { channel })}</p>
      )}
      {!isConnected && <p className={classes.note}>{t('messageComposer.notConnected')}</p>}
    </>
  );
}
