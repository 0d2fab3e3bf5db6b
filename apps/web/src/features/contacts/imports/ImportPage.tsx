import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import classes from './Imports.module.css';
import { isWorking, taskQuery, useForgetCustomers, useImportStep } from './imports.queries.ts';
import { PastImports } from './PastImports.tsx';
import { ResultStep } from './ResultStep.tsx';
import { UploadStep } from './UploadStep.tsx';

/** From a file to customers, step by step; which import it is stands in the address, so a reload loses nothing. */
export function ImportPage({ uuid }: { uuid: CustomerTaskId | undefined }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const open = (task: CustomerTaskId | undefined) =>
    void navigate({ to: '/Customer/import', search: task ? { task } : {} });
  return (
    <PageFrame title={t('customerImports.title')} purpose={t('customerImports.purpose')}>
      {uuid ? (
        <OneImport key={uuid} uuid={uuid} onLeave={() => open(undefined)} />
      ) : (
        <Stack gap="lg">
          <UploadStep onUploaded={open} />
          <PastImports />
        </Stack>
      )}
    </PageFrame>
  );
}

function OneImport({ uuid, onLeave }: { uuid: CustomerTaskId; onLeave: () => void }) {
  const { data: task, error, refetch } = useQuery(taskQuery(uuid));
  useForgetCustomers(task);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton height={280} radius="lg" aria-hidden />;
  return (
    <Stack gap="md">
      <Steps task={task} />
      {isWorking(task) ? <Working task={task} /> : <Step task={task} onLeave={onLeave} />}
    </Stack>
  );
}

function Step({ task, onLeave }: { task: CustomerTaskView; onLeave: () => void }) {
  switch (task.state) {
    case 'ready':
      return <ColumnsStep task={task} />;
    case 'checked':
      return <CheckStep task={task} />;
    default:
      return <ResultStep task={task} onLeave={onLeave} />;
  }
}

const STEPS = ['file', 'columns', 'check', 'result'] as const;
const STEP_OF: Partial<Record<CustomerTaskView['state'], number>> = {
  reading: 0,
  ready: 1,
  checking: 2,
  checked: 2,
};

/** Where in the way somebody is. */
function Steps({ task }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const now = STEP_OF[task.state] ?? 3;
  return (
    <ol className={classes.steps} aria-label={t('customerImports.steps.label')}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === now ? 'step' : undefined} data-done={index < now || undefined}>
          <span aria-hidden>{index < now ? <Icon name="check" size={14} /> : index + 1}</span>
          {t(`customerImports.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** How far the work is, and a way to stop it. */
function Working({ task }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const format = useFormat();
  const step = useImportStep(task.uuid);
  const isUndo = task.state === 'undoing';
  const total = isUndo ? task.counts.created + task.counts.changed : task.total;
  const done = isUndo ? task.counts.undone + task.counts.kept : task.done;
  const share = total ? Math.min(100, (done / total) * 100) : null;
  const words = t(`customerImports.working.${task.state as 'reading'}`);
  return (
    <Surface>
      <Stack gap="sm" role="status">
        <Group justify="space-between" gap="xs">
          <strong>{words}</strong>
          {total !== null && (
            <Text size="sm" c="dimmed" className="numbers">
              {t('customerImports.progress', { done: format.number(done), total: format.number(total) })}
            </Text>
          )}
        </Group>
        <Progress
          value={share ?? 100}
          animated={share === null}
          striped={share === null}
          aria-label={words}
          size="lg"
        />
        <Text size="sm" c="dimmed">
          {t('customerImports.mayLeave')}
        </Text>
        <div>
          <Button
            variant="default"
            loading={step.isPending}
            onClick={() => step.mutate(({ stop }) => stop())}
          >
            {t('customerImports.stop')}
          </Button>
        </div>
        {step.error && <Alert color="red">{step.error.message}</Alert>}
      </Stack>
    </Surface>
  );
}
