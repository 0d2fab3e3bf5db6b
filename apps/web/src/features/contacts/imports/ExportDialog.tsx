import { EXPORT_COLUMNS } from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Progress, Radio, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { isWorking, taskQuery, useImportStep, useSaveFile, useStartExport } from './imports.queries.ts';

type Asked = Parameters<ReturnType<typeof useStartExport>['mutate']>[0];

interface ExportDialogProps {
  /** What the table shows now. */
  query: NonNullable<Asked['query']>;
  total: number;
  /** Ids of the table's columns that are shown, in their order. */
  shown: readonly string[];
  onClose: () => void;
}

/** Writes the customers of a list into a file. */
export function ExportDialog({ onClose, ...asked }: ExportDialogProps) {
  const { t } = useWords();
  const [uuid, setUuid] = useState<CustomerTaskId | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('customerImports.export.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {uuid ? (
        <Writing uuid={uuid} onAgain={() => setUuid(null)} />
      ) : (
        <Choice {...asked} onStarted={setUuid} />
      )}
    </Modal>
  );
}

const FORMATS = ['csv', 'shiftJis', 'xlsx'] as const;

interface ChoiceProps extends Omit<ExportDialogProps, 'onClose'> {
  onStarted: (uuid: CustomerTaskId) => void;
}

function Choice({ query, total, shown, onStarted }: ChoiceProps) {
  const { t, locale } = useWords();
  const format = useFormat();
  const start = useStartExport();
  const [kind, setKind] = useState<(typeof FORMATS)[number]>('csv');
  const [isAll, setIsAll] = useState(false);
  const columns = columnsOf(shown);
  const submit = () =>
    start.mutate(
      {
        query,
        locale,
        format: kind === 'xlsx' ? 'xlsx' : 'csv',
        encoding: kind === 'shiftJis' ? 'shift_jis' : 'utf-8',
        ...(isAll ? {} : { columns }),
      },
      { onSuccess: (task) => onStarted(task.uuid) },
    );
  return (
    <Stack gap="md">
      <Text size="sm">
        {t('customerImports.export.text', { count: total, number: format.number(total) })}
      </Text>
      <Select
        label={t('customerImports.export.format')}
        data={FORMATS.map((value) => ({ value, label: t(`customerImports.export.formats.${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(FORMATS.find((each) => each === value) ?? kind)}
      />
      <Radio.Group
        label={t('customerImports.export.columns')}
        value={isAll ? 'all' : 'shown'}
        onChange={(value) => setIsAll(value === 'all')}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="shown" label={t('customerImports.export.shown')} />
          <Radio value="all" label={t('customerImports.export.all')} />
        </Stack>
      </Radio.Group>
      {start.error && (
        <Alert color="red" role="alert">
          {errorMessage(start.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={start.isPending} onClick={submit}>
          {t('customerImports.export.start')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The name stands first, whatever columns there are; fields of the account go by their id. */
const columnsOf = (shown: readonly string[]): NonNullable<Asked['columns']> => [
  'name',
  ...shown.map((id) => EXPORT_COLUMNS.find((column) => column === id) ?? `field:${id}`),
];

function Writing({ uuid, onAgain }: { uuid: CustomerTaskId; onAgain: () => void }) {
  const { t } = useWords();
  const { data: task } = useQuery(taskQuery(uuid));
  const step = useImportStep(uuid);
  if (!task || isWorking(task))
    return (
      <Stack gap="sm" role="status">
        <strong>{t('customerImports.export.writing')}</strong>
        <Progress
          value={task?.total ? (task.done / task.total) * 100 : 100}
          animated={!task?.total}
          striped={!task?.total}
          size="lg"
          aria-label={t('customerImports.export.writing')}
        />
        <div>
          <Button
            variant="default"
            loading={step.isPending}
            onClick={() => step.mutate(({ stop }) => stop())}
          >
            {t('customerImports.stop')}
          </Button>
        </div>
      </Stack>
    );
  return task.state === 'done' ? (
    <Ready task={task} />
  ) : (
    <Stack gap="md">
      <Alert color={task.state === 'failed' ? 'red' : 'gray'} role="alert">
        {t(task.state === 'failed' ? 'customerImports.export.failed' : 'customerImports.states.stopped')}
      </Alert>
      <div>
        <Button onClick={onAgain}>{t('customerImports.export.again')}</Button>
      </div>
    </Stack>
  );
}

function Ready({ task }: { task: Parameters<typeof useSaveFile>[0] }) {
  const { t } = useWords();
  const save = useSaveFile(task);
  const name = `${t('customerImports.export.fileName')}-${task.createdAt.slice(0, 10)}`;
  return (
    <Stack gap="md">
      <Text role="status">{t('customerImports.export.ready')}</Text>
      {save.error && (
        <Alert color="red" role="alert">
          {errorMessage(save.error)}
        </Alert>
      )}
      <div>
        <Button
          leftSection={<Icon name="download" />}
          loading={save.isPending}
          onClick={() => save.mutate(name)}
        >
          {t('customerImports.export.save')}
        </Button>
      </div>
    </Stack>
  );
}
