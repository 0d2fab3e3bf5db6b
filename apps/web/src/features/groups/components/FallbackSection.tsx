import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { botsQuery } from '../../bots/bots.queries.ts';
import type { GroupValues } from './group-values.ts';

const FIRST = 'first';

export function FallbackSection() {
  const { t } = useWords();
  const { control } = useFormContext<GroupValues>();
  const { data: bots } = useQuery(botsQuery());
  return (
    <Controller
      control={control}
      name="fallbackBotUuid"
      render={({ field, fieldState }) => (
        <Select
          label={t('groups.fallback')}
          description={t('groups.fallbackHelp')}
          data={[
            { value: FIRST, label: t('groups.fallbackFirst') },
            ...(bots?.items.map(({ uuid, name }) => ({ value: uuid as string, label: name })) ?? []),
          ]}
          value={(field.value as string | null) ?? FIRST}
          onChange={(value) => field.onChange(value === FIRST ? null : value)}
          onBlur={field.onBlur}
          allowDeselect={false}
          searchable={(bots?.items.length ?? 0) > 7}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
