import { Group, Pagination, Text } from '@mantine/core';
import { useFormat, useWords } from '../../i18n/use-words.ts';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** What is paged, for a reader. */
  label: string;
  onPage: (page: number) => void;
}

/** Pages of a list; nothing when there is only one. */
export function Pager({ page, pageSize, total, label, onPage }: PagerProps) {
  const { t } = useWords();
  const format = useFormat();
  if (total <= pageSize) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <Group justify="space-between" component="nav" aria-label={label}>
      <Text size="sm" c="dimmed" className="numbers">
        {t('shell.pagination', {
          from: format.number(from),
          to: format.number(Math.min(page * pageSize, total)),
          total: format.number(total),
        })}
      </Text>
      <Pagination
        total={Math.ceil(total / pageSize)}
        value={page}
        onChange={onPage}
        size="sm"
        getControlProps={(control) => ({ 'aria-label': t(`shell.pagerControls.${control}`) })}
      />
    </Group>
  );
}
