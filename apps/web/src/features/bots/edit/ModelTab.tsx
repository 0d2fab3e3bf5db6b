import { BUDGET_WARNING_SHARE } from '@hanasu/contract/budgets';
import {
  ActionIcon,
  Badge,
  Popover,
  Radio,
  type SelectProps,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { ModelOption } from '../../../shell/components/ModelOption.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import { useModelPrice } from '../use-model-price.ts';
import type { BotValues } from './bot-values.ts';
import classes from './ModelTab.module.css';
import { groupChoices, type ModelChoice, sortServices } from './model-choices.ts';
import { NumberField } from './NumberField.tsx';
import { SelectField } from './SelectField.tsx';

export function ModelTab() {
  const { t, locale } = useWords();
  const nameOf = useModelName();
  const services = useQuery(servicesQuery);
  const { control } = useFormContext<BotValues>();
  if (services.isError) return <ErrorNotice error={services.error} onRetry={() => void services.refetch()} />;
  if (!services.data) {
    return (
      <Stack gap="xs" aria-hidden>
        <Skeleton height={62} radius="md" />
        <Skeleton height={62} radius="md" />
        <Skeleton height={62} radius="md" />
      </Stack>
    );
  }
  const groups = groupChoices(services.data, locale, nameOf);
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
        <span className={classes.facts}>{t('bots.orOwnKey', { setting: missing })}</span>
      </summary>
      <div className={classes.foldedCards}>{cards}</div>
    </details>
  );
}

/** One model: picture, name, tag, what it costs; one that is not set up says which setting is missing. */
function ModelCard({ choice, chosen }: { choice: ModelChoice; chosen: boolean }) {
  const { t } = useWords();
  const { inTokens, inMoney } = useModelPrice();
  const { service, name, tag, image, value } = choice;
  const cost = inTokens(service);
  const payment = service.key
    ? inMoney(service.key)
    : service.provider === 'builtin'
      ? cost
      : t('bots.hostKey', { cost });
  return (
    <div className={classes.row}>
      <Radio.Card value={value} disabled={!service.available && !chosen} className={classes.card ?? ''}>
        <img src={image} width={30} height={30} alt="" className={classes.image} />
        <span className={classes.words}>
          <span className={classes.name}>
            {name}
            {tag && <Badge color="blue">{tag}</Badge>}
          </span>
          <span className={classes.facts}>
            {service.available ? payment : t('bots.orOwnKey', { setting: service.missing ?? '' })}
          </span>
        </span>
        <Radio.Indicator disabled={!service.available && !chosen} />
      </Radio.Card>
      {choice.tooltip.length > 0 && (
        <Popover position="left" shadow="md" width={280} withinPortal withRoles>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('bots.about', { name })}>
              <Icon name="info" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('bots.about', { name })}>
            <ul className={classes.tooltip}>
              {choice.tooltip.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

/** How the model writes, and what takes its place. */
export function ModelSettings() {
  const { t, locale } = useWords();
  const format = useFormat();
  const { data: services } = useQuery(servicesQuery);
  const [own, fallback, cheaper] = useWatch<
    BotValues,
    ['serviceUuid', 'settings.fallbackServiceUuid', 'settings.cheaperServiceUuid']
  >({ name: ['serviceUuid', 'settings.fallbackServiceUuid', 'settings.cheaperServiceUuid'] });
  const nameOf = useModelName();
  const { priceOf } = useModelPrice();
  const choices = services ? sortServices(services).choices(locale, nameOf) : [];
  /** What is set up, and what is chosen already though it no longer is. */
  const others = (chosen: string | null) =>
    choices
      .filter(({ service, value }) => value !== own && (service.available || value === chosen))
      .map(({ name, tag, value }) => ({ value, label: tag ? `${name} (${tag})` : name }));
  const renderOption: SelectProps['renderOption'] = ({ option, checked }) => (
    <ModelOption label={option.label} price={priceOf(services ?? [], option.value)} checked={checked} />
  );
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
        renderOption={renderOption}
      />
      <SelectField
        name="settings.cheaperServiceUuid"
        label={t('botEditor.cheaper')}
        description={t('botEditor.cheaperHelp', { share: format.percent(BUDGET_WARNING_SHARE) })}
        none={t('botEditor.noCheaper')}
        data={others(cheaper)}
        renderOption={renderOption}
      />
    </Stack>
  );
}
