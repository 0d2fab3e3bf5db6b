import { DOCUMENT_KINDS, DOCUMENT_STATUSES } from '@hanasu/contract/knowledge';
import { Group, Pill, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { DocumentFilter } from '../../../entities/knowledge/documents.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';

interface DocumentFiltersProps {
  filter: DocumentFilter;
  onChange: (change: DocumentFilter) => void;
}

/** Words, state, kind and tag of the documents that are listed. */
export function DocumentFilters({ filter, onChange }: DocumentFiltersProps) {
  const { t } = useWords();
  const setQ = useDebouncedCallback((q: string) => onChange({ q: q || undefined }), 250);
  return (
    <Group gap="xs">
      <TextInput
        flex="1 1 200px"
        maw={320}
        leftSection={<Icon name="search" />}
        placeholder={t('knowledge.searchDocuments')}
        aria-label={t('knowledge.searchDocuments')}
        defaultValue={filter.q ?? ''}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <Select
        w={160}
        aria-label={t('documents.filterState')}
        placeholder={t('documents.everyState')}
        clearable
        data={DOCUMENT_STATUSES.map((value) => ({ value, label: t(`knowledge.statuses.${value}`) }))}
        value={filter.status ?? null}
        onChange={(value) => onChange({ status: DOCUMENT_STATUSES.find((one) => one === value) })}
      />
      <Select
        w={170}
        aria-label={t('documents.filterKind')}
        placeholder={t('documents.everyKind')}
        clearable
        data={DOCUMENT_KINDS.map((value) => ({ value, label: t(`documents.kinds.${value}`) }))}
        value={filter.kind ?? null}
        onChange={(value) => onChange({ kind: DOCUMENT_KINDS.find((one) => one === value) })}
      />
      {filter.tag && (
        <Pill
          size="md"
          withRemoveButton
          onRemove={() => onChange({ tag: undefined })}
          removeButtonProps={{ 'aria-label': t('documents.clearTag'), 'aria-hidden': false, tabIndex: 0 }}
        >
          {t('documents.tagFilter', { tag: filter.tag })}
        </Pill>
      )}
    </Group>
  );
}

export const isFiltered = ({ q, status, kind, tag }: DocumentFilter): boolean =>
  Boolean(q || status || kind || tag);
