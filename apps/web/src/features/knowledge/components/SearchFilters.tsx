import { SimpleGrid, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './SearchTest.module.css';

export interface SearchFilter {
  tags: string[];
  metadata: Record<string, string>;
}
export const NO_FILTER: SearchFilter = { tags: [], metadata: {} };
const MOST = 20;

interface SearchFiltersProps {
  value: SearchFilter;
  onChange: (value: SearchFilter) => void;
}

/** Narrows the search to documents with some tags and details. */
export function SearchFilters({ value, onChange }: SearchFiltersProps) {
  const { t } = useWords();
  const [isWrong, setWrong] = useState(false);
  const details = Object.entries(value.metadata).map(([name, text]) => `${name} = ${text}`);
  const changeDetails = (lines: string[]): void => {
    const pairs = lines.map((line) => line.split(/\s*[=＝]\s*/u, 2).map((part) => part.trim()));
    const whole = pairs.filter(([name, text]) => name && text !== undefined);
    setWrong(whole.length < pairs.length);
    onChange({ ...value, metadata: Object.fromEntries(whole) });
  };
  return (
    <details className={classes.filters}>
      <summary>{t('knowledgeSettings.narrow')}</summary>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="xs">
        <TagsInput
          label={t('knowledgeSettings.tags')}
          description={t('knowledgeSettings.tagsHelp')}
          value={value.tags}
          onChange={(tags) => onChange({ ...value, tags })}
          maxTags={MOST}
        />
        <TagsInput
          label={t('knowledgeSettings.metadata')}
          description={t('knowledgeSettings.metadataHelp')}
          value={details}
          onChange={changeDetails}
          splitChars={[]}
          maxTags={MOST}
          error={isWrong && t('knowledgeSettings.metadataWrong')}
        />
      </SimpleGrid>
    </details>
  );
}
