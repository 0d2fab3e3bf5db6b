import { type ChannelView, refreshQuota } from '@hanasu/contract/channels';
import { Button, Progress } from '@mantine/core';
import { kindOf } from '../../entities/channel/channel-kinds.ts';
import { useRefreshQuota } from '../../entities/channel/channels.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import classes from './Channels.module.css';

const NEAR = 0.8;

/** What the vendor lets the account send this month, and what it has sent; nothing for those that don't count. */
export function QuotaBar({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  const refresh = useRefreshQuota(channel.uuid);
  if (!kindOf(channel.kind)?.manifest.capabilities.quota) return null;
  const { quota } = channel;
  const share = shareOf(quota);
  return (
    <div className={classes.quota}>
      <div className={classes.quotaWords}>
        <span>{t('channelPage.quota.title')}</span>
        <strong>{quota ? <Used quota={quota} /> : t('channelPage.quota.unknown')}</strong>
      </div>
      {share !== null && (
        <Progress
          value={Math.min(100, share * 100)}
          color={share >= 1 ? 'red' : share >= NEAR ? 'yellow' : 'green'}
          aria-label={t('channelPage.quota.title')}
        />
      )}
      <div className={classes.quotaWords}>
        <small>{quota && t('channelPage.quota.checked', { when: format.ago(quota.checkedAt) })}</small>
        <Can endpoint={refreshQuota}>
          <Button
            className={classes.above ?? ''}
            size="compact-xs"
            variant="subtle"
            loading={refresh.isPending}
            onClick={() => refresh.mutate(undefined)}
          >
            {t('channelPage.quota.ask')}
          </Button>
        </Can>
      </div>
    </div>
  );
}

function Used({ quota: { used, limit } }: { quota: NonNullable<ChannelView['quota']> }) {
  const { t } = useWords();
  const format = useFormat();
  if (limit === null) return t('channelPage.quota.used', { used: format.number(used) });
  return t('channelPage.quota.usedOf', { used: format.number(used), limit: format.number(limit) });
}

/** How much of the quota is gone, from 0 to 1; null: there is no limit, or it isn't known. */
function shareOf(quota: ChannelView['quota']): number | null {
  if (quota === null || quota.limit === null) return null;
  return quota.limit === 0 ? 1 : quota.used / quota.limit;
}

/** What a quota that is nearly or wholly used up means. */
export function QuotaHint({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const share = shareOf(channel.quota);
  if (share === null || share < NEAR) return null;
  return (
    <p className={classes.attention}>
      {share >= 1 ? t('channelPage.quota.spent') : t('channelPage.quota.near')}
    </p>
  );
}
