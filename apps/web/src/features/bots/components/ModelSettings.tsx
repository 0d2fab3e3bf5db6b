import { BUDGET_SOFT_SHARE } from '@hanasu/contract/bots';
import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { sortServices } from '../model-choices.ts';
import type { BotValues } from './bot-values.ts';
import { NumberField } from './NumberField.tsx';
import { SelectField } from './SelectField.tsx';

/** How the model writes, what takes its place, and what a month may cost. */
export function ModelSettings() {
  const { t, locale } = useWords();
  const format = useFormat();
  const { data: services } = useQuery(servicesQuery);
  const [own, fallback, cheaper, budget] = useWatch<
    BotValues,
    ['serviceUuid', 'settings.fallbackServiceUuid', 'settings.cheaperServiceUuid', 'settings.monthlyBudget']
  >({
    name: [
      'serviceUuid',
      'settings.fallbackServiceUuid',
      'settings.cheaperServiceUuid',
      'settings.monthlyBudget',
    ],
  });
  const choices = services ? sortServices(services).choices(locale) : [];
  /** What is set up, and what is chosen already though it no longer is. */
  const others = (chosen: string | null) =>
    choices
      .filter(({ service, value }) => value !== own && (service.available || value === chosen))
      .map(({ name, tag, value }) => ({ value, label: tag ? `${name} (${tag})` : name }));
  return (
    <Stack gap="lg" mt="xl">
      <Title order={2} size="h4">
        {t('botEditor.modelSettings')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberField
          name="settings.temperature"
          label={t('botEditor.temperature')}
          description={t('botEditor.temperatureHelp')}
          placeholder={t('botEditor.modelDefault')}
          empty={null}
          min={0}
          max={2}
          step={0.1}
          decimalScale={2}
        />
        <NumberField
          name="settings.maxOutputTokens"
          label={t('botEditor.maxOutput')}
          description={t('botEditor.maxOutputHelp')}
          placeholder={t('botEditor.modelDefault')}
          empty={null}
          min={50}
          max={8000}
          step={50}
          decimalScale={0}
        />
      </SimpleGrid>
      <SelectField
        name="settings.fallbackServiceUuid"
        label={t('botEditor.fallback')}
        description={t('botEditor.fallbackHelp')}
        none={t('botEditor.noFallback')}
        data={others(fallback)}
      />
      <NumberField
        name="settings.monthlyBudget"
        label={t('botEditor.budget')}
        description={t('botEditor.budgetHelp')}
        placeholder={t('botEditor.noBudget')}
        empty={null}
        min={1}
        step={1000}
        decimalScale={0}
        thousandSeparator
      />
      {budget !== null && (
        <SelectField
          name="settings.cheaperServiceUuid"
          label={t('botEditor.cheaper')}
          description={t('botEditor.cheaperHelp', { share: format.percent(BUDGET_SOFT_SHARE) })}
          none={t('botEditor.noCheaper')}
          data={others(cheaper)}
        />
      )}
    </Stack>
  );
}
