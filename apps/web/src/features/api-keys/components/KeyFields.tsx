import { API_KEY_SCOPES } from '@hanasu/contract/api-keys';
import { BotId } from '@hanasu/contract/ids';
import { Alert, Checkbox, MultiSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { botsQuery } from '../../bots/bots.queries.ts';
import { EXPIRIES, type KeyForm } from '../key-form.ts';

/** The same for a new key and one that is changed, which may keep its end. */
export function KeyFields({ form, mayKeep }: { form: UseFormReturn<KeyForm>; mayKeep: boolean }) {
  const { t } = useWords();
  const { control } = form;
  const { errors } = form.formState;
  const expiries = mayKeep ? (['keep', ...EXPIRIES] as const) : EXPIRIES;
  return (
    <Stack gap="md">
      {errors.root?.message && (
        <Alert color="red" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <TextInput
        label={t('apiKeys.name')}
        placeholder={t('apiKeys.namePlaceholder')}
        autoComplete="off"
        data-autofocus
        {...form.register('name')}
        error={errors.name?.message}
      />
      <Controller
        control={control}
        name="scopes"
        render={({ field: { ref: _, ...field } }) => (
          <Checkbox.Group label={t('apiKeys.scopesLabel')} {...field} error={errors.scopes?.message}>
            <Stack gap={8} mt={6}>
              {API_KEY_SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(`apiKeys.scopes.${scope}`)}
                  description={t(`apiKeys.scopeHints.${scope}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      />
      <BotsField form={form} />
      <Controller
        control={control}
        name="expiry"
        render={({ field }) => (
          <Select
            label={t('apiKeys.expiry')}
            data={expiries.map((value) => ({ value, label: t(`apiKeys.expiries.${value}`) }))}
            allowDeselect={false}
            {...field}
            error={errors.expiry?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="monthlyBudget"
        render={({ field: { value, onChange, ...field } }) => (
          <NumberInput
            label={t('apiKeys.budget')}
            description={t('apiKeys.budgetHelp')}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            hideControls
            inputMode="numeric"
            value={value}
            onChange={(next) => onChange(typeof next === 'number' ? next : '')}
            {...field}
            error={errors.monthlyBudget?.message}
          />
        )}
      />
    </Stack>
  );
}

function BotsField({ form }: { form: UseFormReturn<KeyForm> }) {
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const names = new Map<BotId, string>(bots?.items.map(({ uuid, name }) => [uuid, name]));
  return (
    <Controller
      control={form.control}
      name="botUuids"
      render={({ field: { value, ...field } }) => {
        const chosen = value.map((uuid) => BotId.parse(uuid));
        const all = [...new Set([...names.keys(), ...chosen])];
        return (
          <MultiSelect
            label={t('apiKeys.bots')}
            description={t('apiKeys.botsHelp')}
            placeholder={value.length === 0 ? t('apiKeys.allBots') : ''}
            data={all.map((uuid) => ({ value: uuid, label: names.get(uuid) ?? t('apiKeys.goneBot') }))}
            value={chosen}
            {...field}
            searchable
            error={form.formState.errors.botUuids?.message}
          />
        );
      }}
    />
  );
}
