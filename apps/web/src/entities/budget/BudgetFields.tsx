import { BUDGET_ACTIONS, BUDGET_PERIODS, type BudgetView } from '@hanasu/contract/budgets';
import { Alert, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { WholeNumberInput } from '../../shell/components/WholeNumberInput.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { meQuery } from '../../shell/shell.queries.ts';
import { timeZoneName } from '../../shell/time-zones.ts';
import { apiKeysQuery } from '../api-key/api-keys.queries.ts';
import { botsQuery } from '../bot/bots.queries.ts';
import { EconomyWarning } from './BudgetBar.tsx';
import { type BudgetForm, TARGET_KINDS, targetOfForm } from './budget-form.ts';
import { budgetBasisQuery } from './budgets.queries.ts';
import { useBudgetWords } from './use-budget-words.ts';

interface FieldProps {
  form: UseFormReturn<BudgetForm>;
}

/** What the budget is for: the whole account, or which bot or API key. */
export function TargetFields({ form }: FieldProps) {
  const { t } = useWords();
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <Stack gap="sm">
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <Radio.Group
            label={t('budgets.for')}
            value={field.value}
            onChange={(value) => {
              field.onChange(TARGET_KINDS.find((one) => one === value) ?? field.value);
              form.setValue('uuid', null);
              form.clearErrors('uuid');
            }}
          >
            <Group gap="lg" mt={6}>
              {TARGET_KINDS.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  data-autofocus={value === kind || undefined}
                  label={t(`budgets.kinds.${value}`)}
                />
              ))}
            </Group>
          </Radio.Group>
        )}
      />
      {kind !== 'account' && <TargetSelect key={kind} form={form} kind={kind} />}
    </Stack>
  );
}

function TargetSelect({ form, kind }: FieldProps & { kind: 'bot' | 'key' }) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const { data: bots } = useQuery({ ...botsQuery(), enabled: kind === 'bot' });
  const { data: keys } = useQuery({ ...apiKeysQuery, enabled: kind === 'key' });
  const usableKeys = keys?.items.filter(({ revokedAt }) => revokedAt === null);
  const items = kind === 'bot' ? bots?.items : usableKeys;
  return (
    <Controller
      control={form.control}
      name="uuid"
      render={({ field, fieldState }) => (
        <Select
          label={t(`budgets.which.${kind}`)}
          placeholder={t('budgets.choose')}
          data={nameOptions(items ?? [])}
          nothingFoundMessage={items && t(`budgets.none.${kind}`)}
          searchable
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}

export function PeriodField({ form }: FieldProps) {
  const { t, locale } = useWords();
  const { data: me } = useQuery(meQuery);
  return (
    <Controller
      control={form.control}
      name="period"
      render={({ field }) => (
        <Radio.Group
          label={t('budgets.period')}
          description={me && t('budgets.periodHelp', { zone: timeZoneName(locale, me.account.timeZone) })}
          value={field.value}
          onChange={field.onChange}
        >
          <Group gap="lg" mt={6}>
            {BUDGET_PERIODS.map((value) => (
              <Radio key={value} value={value} label={t(`budgets.periods.${value}`)} />
            ))}
          </Group>
        </Radio.Group>
      )}
    />
  );
}

const LIMIT_MAX = 1_000_000_000_000;

export function LimitField({ form, isFirst = false }: FieldProps & { isFirst?: boolean }) {
  const { t } = useWords();
  return (
    <Controller
      control={form.control}
      name="limit"
      render={({ field, fieldState: { error } }) => (
        <WholeNumberInput
          label={t('budgets.limit')}
          description={t('budgets.limitHelp')}
          data-autofocus={isFirst || undefined}
          min={1}
          max={LIMIT_MAX}
          defaultValue={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}

/** What the budget in the form would limit. */
function useBasis(form: UseFormReturn<BudgetForm>) {
  const [kind, uuid] = useWatch({ control: form.control, name: ['kind', 'uuid'] });
  return useQuery(budgetBasisQuery(targetOfForm({ kind, uuid }))).data;
}

/** Rounded: it is an average. */
const about = (tokens: number): number => Number(tokens.toPrecision(2));

interface UsageNoteProps extends FieldProps {
  /** The one that is edited. */
  budget?: BudgetView;
}

/** What the running period has used and what an answer costs, as far as that is known. */
export function UsageNote({ form, budget }: UsageNoteProps) {
  const { t } = useWords();
  const format = useFormat();
  const basis = useBasis(form);
  const [period, limit] = useWatch({ control: form.control, name: ['period', 'limit'] });
  const spent = budget?.spent ?? basis?.[period].spent;
  const answerTokens = basis?.answerTokens ?? null;
  const tokens = answerTokens === null ? '' : format.number(about(answerTokens));
  return (
    <div aria-live="polite">
      {spent !== undefined && (
        <Text size="sm">
          {t(`budgets.usedSoFar.${period}`, { spent: format.number(spent) })}{' '}
          {answerTokens !== null && t('budgets.answerCosts', { tokens })}
        </Text>
      )}
      {answerTokens !== null && limit !== '' && limit < answerTokens && (
        <Alert role="note" color="yellow" mt="xs" p="xs">
          {t('budgets.belowAnswer', { tokens })}
        </Alert>
      )}
    </div>
  );
}

export function ActionField({ form }: FieldProps) {
  const { t } = useWords();
  const { warning } = useBudgetWords();
  const kind = useWatch({ control: form.control, name: 'kind' });
  const basis = useBasis(form);
  return (
    <Controller
      control={form.control}
      name="action"
      render={({ field }) => (
        <div>
          <Radio.Group
            label={t('budgets.action')}
            description={t('budgets.precedenceHelp')}
            value={field.value}
            onChange={field.onChange}
          >
            <Stack gap="sm" mt={6}>
              {BUDGET_ACTIONS.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`budgets.actions.${value}`)}
                  description={
                    kind === 'key' && value === 'pause'
                      ? t('budgets.effects.limitPauseKey')
                      : t(`budgets.actionHelp.${value}`, { warning })
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
          {field.value === 'cheaper' && basis && (
            <EconomyWarning economyModels={basis.economyModels} opensTab />
          )}
        </div>
      )}
    />
  );
}
