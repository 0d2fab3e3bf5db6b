import { type BudgetView, changeBudget } from '@hanasu/contract/budgets';
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useWords } from '../../i18n/use-words.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import classes from './Budget.module.css';
import { EditBudgetDrawer } from './BudgetDrawer.tsx';
import { levelOf } from './budget-state.ts';
import { useDeleteBudget } from './budgets.queries.ts';
import { useBudgetWords } from './use-budget-words.ts';

/** Edits a budget, or removes it after a question. */
export function BudgetActions({ budget }: { budget: BudgetView }) {
  const { t } = useWords();
  const { nameOf, labelOf } = useBudgetWords();
  const [isEditing, drawer] = useDisclosure(false);
  const [isAsking, dialog] = useDisclosure(false);
  const remove = useDeleteBudget();
  const name = nameOf(budget.of);
  const label = labelOf(budget);
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <div className={classes.actions}>
      <ActionIcon {...button} aria-label={t('budgets.edit', { name: label })} onClick={drawer.open}>
        <Icon name="pencil" />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t('budgets.removeOf', { name: label })} onClick={dialog.open}>
        <Icon name="trash-2" />
      </ActionIcon>
      {isEditing && <EditBudgetDrawer budget={budget} onClose={drawer.close} />}
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        title={t(`budgets.removeTitle.${budget.period}`, { name })}
        action={t('budgets.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(budget.uuid, {
            onSuccess: () => {
              dialog.close();
              toasts.add({ title: t('budgets.removed') });
            },
          })
        }
      >
        {t('budgets.removeText')}
      </ConfirmDelete>
    </div>
  );
}

/** What ends the effects of a used up budget before its period ends; nothing is shown of others. */
export function RaiseLimit({ budget }: { budget: BudgetView }) {
  const { t } = useWords();
  const { labelOf } = useBudgetWords();
  const mayChange = usePermission(changeBudget);
  const [isEditing, drawer] = useDisclosure(false);
  const isUsedUp = ['short', 'reached'].includes(levelOf(budget));
  return (
    <>
      {isUsedUp && mayChange && (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          aria-label={t('budgets.raiseOf', { name: labelOf(budget) })}
          onClick={drawer.open}
        >
          {t('budgets.raise')}
        </Button>
      )}
      {/* A higher limit takes the button away before the drawer has closed. */}
      {isEditing && <EditBudgetDrawer budget={budget} onClose={drawer.close} />}
    </>
  );
}
