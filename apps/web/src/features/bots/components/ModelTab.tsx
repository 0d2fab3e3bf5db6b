import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { groupChoices } from '../model-choices.ts';
import type { BotValues } from './bot-values.ts';
import { ModelCard } from './ModelCard.tsx';
import classes from './ModelTab.module.css';

export function ModelTab() {
  const { t, locale } = useWords();
  const services = useQuery(servicesQuery);
  const { control } = useFormContext<BotValues>();
  if (services.isError) return <FaultNotice error={services.error} onRetry={() => void services.refetch()} />;
  if (!services.data) {
    return (
      <Stack gap="xs" aria-hidden>
        <Skeleton height={62} radius="md" />
        <Skeleton height={62} radius="md" />
        <Skeleton height={62} radius="md" />
      </Stack>
    );
  }
  const groups = groupChoices(services.data, locale);
  return (
    <Controller
      control={control}
      name="serviceUuid"
      render={({ field, fieldState }) => (
        <Radio.Group
          label={t('bots.model')}
          description={t('bots.modelHelp')}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        >
          {groups.map(({ group, choices }) => (
            <div key={group} className={classes.group}>
              <Text component="h2" size="xs" fw={600} c="dimmed" m={0}>
                {t(`bots.groups.${group}`)}
              </Text>
              {choices.map((choice) => (
                <ModelCard key={choice.value} choice={choice} chosen={choice.value === field.value} />
              ))}
            </div>
          ))}
        </Radio.Group>
      )}
    />
  );
}
