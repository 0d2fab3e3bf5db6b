import { EXPORT_COLUMNS, type UnheldValues } from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Progress, Radio, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import {
  isWorking,
  taskQuery,
  useCheckExport,
  useImportStep,
  useSaveFile,
  useStartExport,
} from './imports.queries.ts';

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
  const [check, setCheck] = useState<Check | null>(null);
  const begin = () => {
    setUuid(null);
    setCheck(null);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('customerImports.export.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {uuid ? (
        <Writing uuid={uuid} onAgain={begin} />
      ) : check ? (
        <Checking {...check} onStarted={setUuid} onAgain={begin} />
      ) : (
        <Choice {...asked} onStarted={setUuid} onCheck={setCheck} />
      )}
    </Modal>
  );
}

const FORMATS = ['csv', 'shiftJis', 'xlsx'] as const;

/** Looks first whether the file can hold everything. */
interface Check {
  uuid: CustomerTaskId;
  body: Asked;
}

interface ChoiceProps extends Omit<ExportDialogProps, 'onClose'> {
  onStarted: (uuid: CustomerTaskId) => void;
  onCheck: (check: Check) => void;
}

function Choice({ query, total, shown, onStarted, onCheck }: ChoiceProps) {
  const { t, locale } = useWords();
  const format = useFormat();
  const start = useStartExport();
  const check = useCheckExport();
  const [kind, setKind] = useState<(typeof FORMATS)[number]>('csv');
  const [isAll, setIsAll] = useState(false);
  const columns = columnsOf(shown);
  const error = start.error ?? check.error;
  const submit = () => {
    const body: Asked = {
      query,
      locale,
      format: kind === 'xlsx' ? 'xlsx' : 'csv',
      encoding: kind === 'shiftJis' ? 'shift_jis' : 'utf-8',
      ...(isAll ? {} : { columns }),
    };
    // UTF-8 holds everything.
    if (kind === 'csv') start.mutate(body, { onSuccess: ({ uuid }) => onStarted(uuid) });
    else check.mutate(body, { onSuccess: ({ uuid }) => onCheck({ uuid, body }) });
  };
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
      {error && (
        <Alert color="red" role="alert">
          {errorMessage(error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={start.isPending || check.isPending} onClick={submit}>
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

interface CheckingProps extends Check {
  onStarted: (uuid: CustomerTaskId) => void;
  onAgain: () => void;
}

/** What the file could not hold is shown before it is written; a file that holds everything is written at once. */
function Checking({ uuid, body, onStarted, onAgain }: CheckingProps) {
  const { t } = useWords();
  const { data: task } = useQuery(taskQuery(uuid));
  const { mutate, isPending, error } = useStartExport();
  const start = (asked: Asked) => mutate(asked, { onSuccess: (started) => onStarted(started.uuid) });
  const fits = task?.state === 'checked' && task.unheld === null;
  useEffect(() => {
    if (fits) mutate(body, { onSuccess: (started) => onStarted(started.uuid) });
  }, [fits, mutate, body, onStarted]);
  if (error || task?.state === 'failed')
    return (
      <Stack gap="md">
        <Alert color="red" role="alert">
          {error ? errorMessage(error) : t('customerImports.export.failed')}
        </Alert>
        <div>
          <Button onClick={onAgain}>{t('customerImports.export.again')}</Button>
        </div>
      </Stack>
    );
  if (!task?.unheld)
    return (
      <Stack gap="sm" role="status">
        <strong>{t('customerImports.export.checking')}</strong>
        <Progress value={100} animated striped size="lg" aria-label={t('customerImports.export.checking')} />
      </Stack>
    );
  return (
    <Stack gap="md">
      <Unheld unheld={task.unheld} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isPending} onClick={() => start(body)}>
          {t('customerImports.export.anyway')}
        </Button>
        <Button loading={isPending} onClick={() => start({ ...body, format: 'csv', encoding: 'utf-8' })}>
          {t('customerImports.export.asUtf8')}
        </Button>
      </Group>
    </Stack>
  );
}

function Unheld({ unheld: { customers, characters, example } }: { unheld: UnheldValues }) {
  const { t } = useWords();
  const format = useFormat();
  const counted = { count: customers, number: format.number(customers) };
  if (characters.length === 0)
    return <Alert color="yellow">{t('customerImports.export.tooLong', counted)}</Alert>;
  return (
    <Alert color="yellow" title={t('customerImports.export.unheld', counted)}>
      {example && (
        <p>
          {t('customerImports.export.unheldCharacters', {
            characters: characters.join(' '),
            text: example.text,
            name: example.name,
          })}
        </p>
      )}
      <p>{t('customerImports.export.unheldText')}</p>
    </Alert>
  );
}

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
