import type { CustomerTaskId } from '@hanasu/contract/ids';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import bulk from '../customers/Customers.module.css';
import classes from './Imports.module.css';
import { isWorking, taskQuery, useForgetCustomers, useImportStep } from './imports.queries.ts';

/** A change of everybody in a list: how far it is, and its undo when it has ended; what was erased stays so. */
export function BulkProgress({ uuid, onClose }: { uuid: CustomerTaskId; onClose: () => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: task } = useQuery(taskQuery(uuid));
  const step = useImportStep(uuid);
  useForgetCustomers(task);
  const isBusy = !task || isWorking(task);
  const state = task?.state;
  if (!task) return null;
  const { counts, total } = task;
  const isErasing = task.kind === 'erase';
  const facts = {
    number: format.number(state === 'undone' ? counts.undone : counts.changed),
    count: counts.changed,
    total: format.number(total ?? 0),
  };
  const words = isErasing
    ? t(`customerImports.erase.${isBusy ? 'busy' : 'done'}`, facts)
    : t(`customerImports.bulk.${state === 'undone' ? 'undone' : isBusy ? 'busy' : 'done'}`, facts);
  return (
    <section className={bulk.bulk} aria-label={t(`customerImports.${isErasing ? 'erase' : 'bulk'}.label`)}>
      <div className={classes.bulkWords}>
        <span role="status">{task.state === 'failed' ? t('customerImports.states.failed') : words}</span>
        {isBusy && (
          <Progress
            value={task.total ? (task.done / task.total) * 100 : 100}
            animated={task.state === 'undoing'}
            aria-label={words}
          />
        )}
      </div>
      {isBusy ? (
        <Button size="compact-md" variant="default" onClick={() => step.mutate(({ stop }) => stop())}>
          {t('customerImports.stop')}
        </Button>
      ) : (
        <>
          {!isErasing && state !== 'undone' && state !== 'failed' && counts.changed > 0 && (
            <Button
              size="compact-md"
              variant="default"
              loading={step.isPending}
              onClick={() => step.mutate(({ undo }) => undo())}
            >
              {t('shell.undo')}
            </Button>
          )}
          <ActionIcon variant="subtle" color="gray" size={30} onClick={onClose} aria-label={t('shell.close')}>
            <Icon name="x" />
          </ActionIcon>
        </>
      )}
    </section>
  );
}
