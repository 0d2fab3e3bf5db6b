import type { BudgetView } from '@hanasu/contract/budgets';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { GuardedDrawer } from '../../shell/components/GuardedDrawer.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { ActionField, LimitField, PeriodField, TargetFields } from './BudgetFields.tsx';
import { BudgetForm, bodyOfForm, formOfBudget, newBudgetForm } from './budget-form.ts';
import type { BudgetTarget } from './budget-state.ts';
import { budgetsQuery, useChangeBudget, useCreateBudget } from './budgets.queries.ts';
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
  const submit = form.handleSubmit(async (values) => {
    try {
      await create.mutateAsync(bodyOfForm(values));
      toasts.add({ title: t('budgets.added') });
      onClose();
    } catch (error) {
      if (isApiError(error, 'budget_exists'))
        form.setError('root', { type: 'server', message: t(`budgets.exists.${values.period}`) });
      else applyFormError(form, error);
    }
  });
  return (
    <GuardedDrawer title={t('budgets.addTitle')} isDirty={form.formState.isDirty} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg">
          {target ? <Text fw={500}>{nameOf(target)}</Text> : <TargetFields form={form} />}
          <PeriodField form={form} />
          <LimitField form={form} />
          <ActionField form={form} />
          <SubmitRow form={form} isPending={create.isPending}>
            {t('budgets.add')}
          </SubmitRow>
        </Stack>
      </form>
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
  const submit = form.handleSubmit(async (values) => {
    try {
      const { limit, action } = bodyOfForm(values);
      await change.mutateAsync({ uuid: budget.uuid, limit, action });
      toasts.add({ title: t('shell.saved') });
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <GuardedDrawer title={t('budgets.editTitle')} isDirty={form.formState.isDirty} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg">
          <div>
            <Text fw={500}>{nameOf(budget.of)}</Text>
            <Text size="sm" c="dimmed">
              {t(`budgets.periods.${budget.period}`)}
            </Text>
          </div>
          <LimitField form={form} isFirst />
          <ActionField form={form} />
          <SubmitRow form={form} isPending={change.isPending}>
            {t('shell.save')}
          </SubmitRow>
        </Stack>
      </form>
    </GuardedDrawer>
  );
}

interface SubmitRowProps {
  form: UseFormReturn<BudgetForm>;
  isPending: boolean;
  children: ReactNode;
}

/** Why the server refused stands where the button is. */
function SubmitRow({ form, isPending, children }: SubmitRowProps) {
  const { root } = form.formState.errors;
  return (
    <>
      {root?.message && (
        <Alert color="red" role="alert">
          {root.message}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={isPending}>
          {children}
        </Button>
      </Group>
    </>
  );
}
