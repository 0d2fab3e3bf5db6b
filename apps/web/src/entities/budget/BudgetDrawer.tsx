import type { BudgetBasis, BudgetView } from '@hanasu/contract/budgets';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { GuardedDrawer } from '../../shell/components/GuardedDrawer.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { ActionField, LimitField, PeriodField, TargetFields, UsageNote } from './BudgetFields.tsx';
import { BudgetForm, bodyOfForm, formOfBudget, newBudgetForm, targetOfForm } from './budget-form.ts';
import type { BudgetTarget } from './budget-state.ts';
import { budgetBasisQuery, budgetsQuery, useChangeBudget, useCreateBudget } from './budgets.queries.ts';
import { useBudgetWords } from './use-budget-words.ts';

interface AddBudgetDrawerProps {
  /** Absent: the form asks what the budget is for. */
  target?: BudgetTarget;
  onClose: () => void;
}

/** A new budget. One that there is already is refused in words that name it. */
export function AddBudgetDrawer({ target, onClose }: AddBudgetDrawerProps) {
  const { t } = useWords();
  const { nameOf } = useBudgetWords();
  const { data: budgets } = useQuery(budgetsQuery);
  const form = useForm<BudgetForm>({
    resolver: zodResolver(BudgetForm),
    defaultValues: newBudgetForm(budgets?.items ?? [], target ?? { kind: 'account' }),
  });
  const create = useCreateBudget();
  const queryClient = useQueryClient();
  // Without an answer it is saved without a question: the server decides what is refused.
  const readRunning = async (values: BudgetForm) => {
    const basis = await queryClient.fetchQuery(budgetBasisQuery(targetOfForm(values))).catch(() => undefined);
    return basis?.[values.period];
  };
  const save = async (values: BudgetForm) => {
    try {
      await create.mutateAsync(bodyOfForm(values));
      toasts.add({ title: t('budgets.added') });
      onClose();
    } catch (error) {
      if (isApiError(error, 'budget_exists'))
        form.setError('root', { type: 'server', message: t(`budgets.exists.${values.period}`) });
      else applyFormError(form, error);
    }
  };
  const limit = useConfirmedLimit({ readRunning, save });
  return (
    <GuardedDrawer title={t('budgets.addTitle')} isDirty={form.formState.isDirty} onClose={onClose}>
      <form onSubmit={(event) => void form.handleSubmit(limit.submit)(event)} noValidate>
        <Stack gap="lg">
          {target ? <Text fw={500}>{nameOf(target)}</Text> : <TargetFields form={form} />}
          <PeriodField form={form} />
          <LimitField form={form} />
          <UsageNote form={form} />
          <ActionField form={form} />
          <SubmitRow form={form} isPending={create.isPending}>
            {t('budgets.add')}
          </SubmitRow>
        </Stack>
      </form>
      <ExceededQuestion limit={limit} />
    </GuardedDrawer>
  );
}

/** Changes how much a budget allows and what it does; what it is for stays. */
export function EditBudgetDrawer({ budget, onClose }: { budget: BudgetView; onClose: () => void }) {
  const { t } = useWords();
  const { nameOf } = useBudgetWords();
  const form = useForm<BudgetForm>({
    resolver: zodResolver(BudgetForm),
    defaultValues: formOfBudget(budget),
  });
  const change = useChangeBudget();
  const save = async (values: BudgetForm) => {
    try {
      const { limit, action } = bodyOfForm(values);
      await change.mutateAsync({ uuid: budget.uuid, limit, action });
      toasts.add({ title: t('shell.saved') });
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  };
  const limit = useConfirmedLimit({ readRunning: async () => budget, save });
  return (
    <GuardedDrawer title={t('budgets.editTitle')} isDirty={form.formState.isDirty} onClose={onClose}>
      <form onSubmit={(event) => void form.handleSubmit(limit.submit)(event)} noValidate>
        <Stack gap="lg">
          <div>
            <Text fw={500}>{nameOf(budget.of)}</Text>
            <Text size="sm" c="dimmed">
              {t(`budgets.periods.${budget.period}`)}
            </Text>
          </div>
          <LimitField form={form} isFirst />
          <UsageNote form={form} budget={budget} />
          <ActionField form={form} />
          <SubmitRow form={form} isPending={change.isPending}>
            {t('shell.save')}
          </SubmitRow>
        </Stack>
      </form>
      <ExceededQuestion limit={limit} />
    </GuardedDrawer>
  );
}

type RunningPeriod = BudgetBasis['day'];

interface LimitSaving {
  /** What the period has used; undefined: not known. */
  readRunning: (values: BudgetForm) => Promise<RunningPeriod | undefined>;
  save: (values: BudgetForm) => Promise<void>;
}

/** Saves a form at once, or after a question when its limit is used up already. */
function useConfirmedLimit({ readRunning, save }: LimitSaving) {
  const [asked, setAsked] = useState<{ values: BudgetForm; running: RunningPeriod } | null>(null);
  return {
    asked,
    submit: async (values: BudgetForm) => {
      const running = await readRunning(values);
      if (running && running.spent >= bodyOfForm(values).limit) setAsked({ values, running });
      else await save(values);
    },
    cancel: () => setAsked(null),
    confirm: () => {
      setAsked(null);
      if (asked) void save(asked.values);
    },
  };
}

/** Says what the budget will do as soon as it is saved. */
function ExceededQuestion({
  limit: { asked, cancel, confirm },
}: {
  limit: ReturnType<typeof useConfirmedLimit>;
}) {
  const { t } = useWords();
  const format = useFormat();
  const { effects } = useBudgetWords();
  const { values, running } = asked ?? {};
  const limit = values && bodyOfForm(values).limit;
  return (
    <Modal
      opened={asked !== null}
      onClose={cancel}
      title={t('budgets.exceeded.title')}
      centered
      withCloseButton={false}
      zIndex={400}
    >
      {values && running && limit !== undefined && (
        <Stack gap="md">
          <Text size="sm">
            {t(`budgets.exceeded.${values.period}`, {
              spent: format.number(running.spent),
              limit: format.number(limit),
            })}
          </Text>
          {effects({
            ...{ of: { kind: values.kind }, action: values.action, limit, economyModels: null },
            ...{ spent: running.spent, endsAt: running.endsAt, isReached: true },
          }).map((effect) => (
            <Text key={effect} size="sm" fw={500}>
              {effect}
            </Text>
          ))}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel} data-autofocus>
              {t('shell.cancel')}
            </Button>
            <Button color="red" onClick={confirm}>
              {t('budgets.exceeded.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface SubmitRowProps {
  form: UseFormReturn<BudgetForm>;
  isPending: boolean;
  children: ReactNode;
}

/** Why the server refused stands where the button is. */
function SubmitRow({ form, isPending, children }: SubmitRowProps) {
  const { errors, isSubmitting } = form.formState;
  const { root } = errors;
  return (
    <>
      {root?.message && (
        <Alert color="red" role="alert">
          {root.message}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={isPending || isSubmitting}>
          {children}
        </Button>
      </Group>
    </>
  );
}
