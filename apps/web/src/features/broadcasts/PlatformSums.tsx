import type { BroadcastSums } from '@hanasu/contract/broadcast-sums';
import type { BroadcastView } from '@hanasu/contract/broadcasts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { variantName } from './ab-variants.ts';
import { useChannelName } from './BroadcastParts.tsx';
import classes from './Broadcasts.module.css';
import { sumsQuery } from './broadcasts.queries.ts';

/** What the vendor has added up; nothing where it counts nothing. */
export function PlatformSums({ broadcast }: { broadcast: BroadcastView }) {
  const { t } = useWords();
  const { data } = useQuery(sumsQuery(broadcast));
  if (!data || data.items.length === 0) return null;
  const title = t('broadcasts.sums.title');
  return (
    <Surface aria-label={title}>
      <Stack gap="sm">
        <h2 className={classes.heading}>{title}</h2>
        <DataTable label={title}>
          <thead>
            <tr>
              <th>{t('broadcasts.sums.channel')}</th>
              <th>{t('broadcasts.sums.impressions')}</th>
              <th>{t('broadcasts.sums.clicks')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <Rows key={item.channelUuid} item={item} isTest={broadcast.abTest !== null} />
            ))}
          </tbody>
        </DataTable>
        <p className={classes.note}>
          <Icon name="info" size={14} /> {t('broadcasts.sums.note')}
        </p>
      </Stack>
    </Surface>
  );
}

function Rows({
  item: { channelUuid, isCounted, sums },
  isTest,
}: {
  item: BroadcastSums['items'][number];
  isTest: boolean;
}) {
  const { t } = useWords();
  const format = useFormat();
  const name = useChannelName()(channelUuid);
  const said = (count: number | null) => (count === null ? t('broadcasts.sums.few') : format.number(count));
  if (sums.length === 0)
    return (
      <tr>
        <td>{name}</td>
        <td colSpan={2}>{t(isCounted ? 'broadcasts.sums.early' : 'broadcasts.sums.none')}</td>
      </tr>
    );
  return sums.map(({ variant, day, impressions, clicks }) => (
    <tr key={variant}>
      <td>
        {name}
        {isTest && (
          <div className={cellClasses.sub}>{t('broadcasts.ab.variant', { name: variantName(variant) })}</div>
        )}
      </td>
      <td>
        {said(impressions)}
        <div className={cellClasses.sub}>
          {t('broadcasts.sums.day', { day: format.date(`${day}T12:00:00`) })}
        </div>
      </td>
      <td>{said(clicks)}</td>
    </tr>
  ));
}
