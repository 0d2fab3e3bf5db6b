import type { ExportView } from '@hanasu/contract/privacy';
import { Badge, Button, Group, Progress, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import {
  exportsQuery,
  isAtWork,
  useCancelExport,
  useCreateExport,
  useDeleteExport,
  useDownloadExport,
} from '../privacy.queries.ts';
import classes from './Privacy.module.css';

export function ExportList() {
  const { t } = useWords();
  const exports = useQuery(exportsQuery);
  const create = useCreateExport();
  if (exports.isError) return <FaultNotice error={exports.error} onRetry={() => void exports.refetch()} />;
  if (!exports.data) return <Skeleton height={60} aria-hidden />;
  const { items } = exports.data;
  return (
    <Stack gap="md">
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <ExportRow key={item.uuid} item={item} />
          ))}
        </ul>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="file-up" />}
          onClick={() => create.mutate(undefined)}
          loading={create.isPending}
          disabled={items.some(isAtWork)}
        >
          {t('privacy.startExport')}
        </Button>
      </Group>
    </Stack>
  );
}

const COLORS = {
  queued: 'gray',
  running: 'blue',
  ready: 'green',
  failed: 'red',
  cancelled: 'gray',
} as const satisfies Record<ExportView['status'], string>;

function ExportRow({ item }: { item: ExportView }) {
  const { t } = useWords();
  const format = useFormat();
  const notes = [
    format.dateTime(item.createdAt),
    item.size === null ? null : format.bytes(item.size),
    item.expiresAt && item.status === 'ready'
      ? t('privacy.until', { date: format.date(item.expiresAt) })
      : null,
  ];
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Badge color={COLORS[item.status]}>{t(`privacy.statuses.${item.status}`)}</Badge>
        <span className={classes.sub}>{notes.filter(Boolean).join(' · ')}</span>
        {isAtWork(item) && <Progress value={item.progress * 100} mt={6} aria-label={t('privacy.progress')} />}
      </div>
      <ExportActions item={item} />
    </li>
  );
}

function ExportActions({ item }: { item: ExportView }) {
  const { t } = useWords();
  const cancel = useCancelExport();
  const remove = useDeleteExport();
  const download = useDownloadExport();
  if (isAtWork(item)) {
    return (
      <Button size="xs" variant="default" onClick={() => cancel.mutate(item.uuid)} loading={cancel.isPending}>
        {t('privacy.stop')}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      {item.status === 'ready' && (
        <Button size="xs" onClick={() => download.mutate(item.uuid)} loading={download.isPending}>
          {t('privacy.download')}
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        onClick={() => remove.mutate(item.uuid)}
        loading={remove.isPending}
      >
        {t('shell.delete')}
      </Button>
    </Group>
  );
}
