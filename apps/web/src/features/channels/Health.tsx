import type { ChannelView } from '@hanasu/contract/channels';
import type { ReactNode } from 'react';
import { isBuiltIn } from '../../entities/channel/channel-kinds.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/Icon.tsx';
import type { IconName } from '../../shell/icon-names.ts';
import classes from './Channels.module.css';

const MARKS = {
  ok: 'check-circle-2',
  unknown: 'circle-dashed',
  lapsing: 'clock',
  failed: 'triangle-alert',
  lost: 'triangle-alert',
  unreadable: 'triangle-alert',
} as const satisfies Record<string, IconName>;

/** Webhook, access, last messages in and out, and what could not be delivered. */
export function Health({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  const { failedDeliveries, unconfirmedDeliveries } = channel;
  const isOurs = isBuiltIn(channel.kind);
  return (
    <dl className={classes.health}>
      {!isOurs && <Ways health={channel.health} />}
      <Fact label={t('channels.lastIn')}>
        <When iso={channel.lastInboundAt} />
      </Fact>
      <Fact label={t('channels.lastOut')}>
        <When iso={channel.lastOutboundAt} />
      </Fact>
      <Fact label={t('channels.failed')} {...(failedDeliveries > 0 ? { mark: 'failed' } : {})}>
        {format.number(failedDeliveries)}
      </Fact>
      {unconfirmedDeliveries > 0 && (
        <Fact label={t('channels.unconfirmed')} mark="failed">
          {format.number(unconfirmedDeliveries)}
        </Fact>
      )}
      {!isOurs && <Fact label={t('channelPage.quota.paid')}>{format.number(channel.paidThisMonth)}</Fact>}
    </dl>
  );
}

/** The way to a vendor and back. */
function Ways({ health: { webhook, access, accessLapsesAt } }: Pick<ChannelView, 'health'>) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <>
      <Fact label={t('channelPage.health.webhook')} mark={webhook}>
        {t(`channelPage.health.webhooks.${webhook}`)}
      </Fact>
      <Fact label={t('channelPage.health.access')} mark={access}>
        {t(`channelPage.health.accesses.${access}`)}
        {access === 'lapsing' && accessLapsesAt && (
          <small className={classes.until}>
            {t('channelPage.health.until', { when: format.date(accessLapsesAt) })}
          </small>
        )}
      </Fact>
    </>
  );
}

function Fact({ label, mark, children }: { label: string; mark?: keyof typeof MARKS; children: ReactNode }) {
  return (
    <div data-mark={mark}>
      <dt>{label}</dt>
      <dd>
        {mark && <Icon name={MARKS[mark]} size={13} />}
        <span>{children}</span>
      </dd>
    </div>
  );
}

function When({ iso }: { iso: string | null }) {
  const { t } = useWords();
  const format = useFormat();
  if (iso === null) return t('channels.never');
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {format.ago(iso)}
    </time>
  );
}
