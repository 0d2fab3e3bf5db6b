import type { ChannelView } from '@hanasu/contract/channels';
import { Stack } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Surface } from '../../../shell/components/Surface.tsx';
import { kindOf } from '../manifests.ts';
import { useKindName } from '../use-kind-name.ts';
import classes from './Channels.module.css';
import { QuotaBar, QuotaHint } from './QuotaBar.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What may be sent and what it cost, and when people can be written to. */
export function QuotaTab({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  const name = useKindName()(channel.kind);
  const manifest = kindOf(channel.kind)?.manifest;
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      <Surface>
        {manifest?.capabilities.quota ? (
          <QuotaBar channel={channel} />
        ) : (
          <p className={classes.sectionText}>{t('channelPage.quota.none', { name })}</p>
        )}
        <QuotaHint channel={channel} />
      </Surface>
      <Surface aria-labelledby="paid-title">
        <h2 id="paid-title" className={classes.sectionTitle}>
          {t('channelPage.quota.paid')}: {format.number(channel.paidThisMonth)}
        </h2>
        <p className={classes.sectionText}>{t('channelPage.quota.paidText', { name })}</p>
      </Surface>
      {manifest && <WindowCard name={name} manifest={manifest} />}
    </Stack>
  );
}

type Manifest = NonNullable<ReturnType<typeof kindOf>>['manifest'];

function WindowCard({ name, manifest }: { name: string; manifest: Manifest }) {
  const { t } = useWords();
  const format = useFormat();
  const { window: period } = manifest.limits;
  return (
    <Surface aria-labelledby="window-title">
      <h2 id="window-title" className={classes.sectionTitle}>
        {t('channelPage.quota.window')}
      </h2>
      <ul className={classes.plain}>
        {manifest.capabilities.replyToken && <li>{t('channelPage.quota.replyFree')}</li>}
        {period === null && <li>{t('channelPage.quota.noWindow', { name })}</li>}
        {period && (
          <li>{t('channelPage.quota.windowFree', { hours: format.number(period.freeMs / HOUR_MS) })}</li>
        )}
        {period && (
          <li>
            {t('channelPage.quota.windowOpen', { days: format.number(Math.round(period.openMs / DAY_MS)) })}
          </li>
        )}
      </ul>
    </Surface>
  );
}
