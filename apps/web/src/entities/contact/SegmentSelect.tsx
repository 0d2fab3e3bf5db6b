import type { SegmentId } from '@hanasu/contract/ids';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import { segmentsQuery } from './segments.queries.ts';

interface SegmentSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value: SegmentId | null;
  onChange: (value: SegmentId | null) => void;
  /** Archived ones too, for who restores them. */
  hasArchived?: boolean;
}

/** One of the saved segments, found by its name. */
export function SegmentSelect({ value, onChange, hasArchived = false, ...others }: SegmentSelectProps) {
  const { t } = useWords();
  const { data: segments = [] } = useQuery(segmentsQuery);
  const groupOf = ({ archivedAt, kind }: (typeof segments)[number]) =>
    archivedAt === null ? kind : ('archived' as const);
  const itemsOf = (group: ReturnType<typeof groupOf>) =>
    segments
      .filter((one) => groupOf(one) === group)
      .filter(({ uuid }) => group !== 'archived' || hasArchived || uuid === value)
      .map(({ uuid, name }) => ({ value: uuid as string, label: name }));
  const data = [
    ...itemsOf('live'),
    ...(['snapshot', 'archived'] as const)
      .map((group) => ({ group: t(`contact.segments.${group}`), items: itemsOf(group) }))
      .filter(({ items }) => items.length > 0),
  ];
  return (
    <Select
      aria-label={t('contact.segments.label')}
      placeholder={t('contact.segments.none')}
      nothingFoundMessage={t(segments.length === 0 ? 'contact.segments.empty' : 'contact.noOption')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('contact.clear', { name: t('contact.segments.label') }) }}
      {...others}
      data={data}
      value={value}
      onChange={(chosen) => onChange(segments.find(({ uuid }) => uuid === chosen)?.uuid ?? null)}
    />
  );
}
