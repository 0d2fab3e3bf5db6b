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
          {groups.map((each) => (
            <ModelGroup key={each.group} {...each} value={field.value} />
          ))}
        </Radio.Group>
      )}
    />
  );
}

type Group = ReturnType<typeof groupChoices>[number];

/** A provider's models. One that isn't set up is folded and says what it lacks, unless the bot's model is among it. */
function ModelGroup({ group, choices, missing, value }: Group & { value: string }) {
  const { t } = useWords();
  const heading = (
    <Text component="h2" size="xs" fw={600} c="dimmed" m={0}>
      {t(`bots.groups.${group}`)}
    </Text>
  );
  const cards = choices.map((choice) => (
    <ModelCard key={choice.value} choice={choice} chosen={choice.value === value} />
  ));
  if (!missing || choices.some((choice) => choice.value === value)) {
    return (
      <div className={classes.group}>
        {heading}
        {cards}
      </div>
    );
  }
  return (
    <details className={classes.folded}>
      <summary className={classes.summary}>
        {heading}
        <span className={classes.facts}>{t('bots.missing', { setting: missing })}</span>
      </summary>
      <div className={classes.foldedCards}>{cards}</div>
    </details>
  );
}
