import { DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { Button, Checkbox, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Controller, useFormContext } from 'react-hook-form';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import type { BotValues } from './bot-values.ts';
import classes from './KnowledgeTab.module.css';
import { NumberField } from './NumberField.tsx';

export function KnowledgeTab() {
  const { t } = useWords();
  return (
    <Stack gap="lg">
      <AttachedBases />
      <SwitchField
        name="answerOnlyFromKnowledge"
        label={t('bots.onlyFromKnowledge')}
        description={t('bots.onlyFromKnowledgeHelp')}
      />
      <SwitchField name="showSources" label={t('bots.showSources')} description={t('bots.showSourcesHelp')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberField
          name="settings.passages"
          label={t('botEditor.passages')}
          description={t('botEditor.passagesHelp')}
          empty={DEFAULT_BOT_SETTINGS.passages}
          min={1}
          max={12}
          decimalScale={0}
        />
        <NumberField
          name="settings.minConfidence"
          label={t('botEditor.minConfidence')}
          description={t('botEditor.minConfidenceHelp')}
          empty={0}
          times={100}
          min={0}
          max={100}
          step={5}
          decimalScale={0}
          suffix=" %"
        />
      </SimpleGrid>
    </Stack>
  );
}

interface SwitchFieldProps {
  name: 'answerOnlyFromKnowledge' | 'showSources';
  label: string;
  description: string;
}
/** Controlled: a Mantine switch keeps a state of its own and would start as off when only registered. */
function SwitchField({ name, label, description }: SwitchFieldProps) {
  const { control } = useFormContext<BotValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch
          label={label}
          description={description}
          checked={field.value}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

function AttachedBases() {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  const bases = useQuery(knowledgesQuery());
  const names = useNameOptions()(bases.data?.items ?? []);
  if (bases.isError) return <ErrorNotice error={bases.error} onRetry={() => void bases.refetch()} />;
  if (bases.data?.items.length === 0) {
    return (
      <EmptyState
        drawing="knowledge"
        title={t('knowledgeBase.empty')}
        text={t('knowledgeBase.emptyText')}
        action={
          <Button
            renderRoot={(props) => <Link to="/Knowledge/Add" {...props} />}
            leftSection={<Icon name="plus" />}
          >
            {t('bots.addKnowledge')}
          </Button>
        }
      />
    );
  }
  return (
    <Controller
      control={control}
      name="knowledgeUuids"
      render={({ field, fieldState }) => (
        <Checkbox.Group
          label={t('bots.chooseKnowledge')}
          description={t('bots.knowledgeHelp')}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        >
          <div className={classes.bases}>
            {bases.data?.items.map((base, index) => (
              <Checkbox.Card key={base.uuid} value={base.uuid} className={classes.base ?? ''}>
                <Checkbox.Indicator />
                <span className={classes.baseName}>{names[index]?.label}</span>
                <Text span size="xs" c="dimmed">
                  {t('bots.documents', { count: base.documents })}
                </Text>
              </Checkbox.Card>
            ))}
          </div>
        </Checkbox.Group>
      )}
    />
  );
}
