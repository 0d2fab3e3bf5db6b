import { TABLE_ENCODINGS } from '@hanasu/contract/customer-imports';
import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { CountStats } from './CheckStep.tsx';
import { ENCODING_NAMES } from './ColumnsStep.tsx';
import classes from './Imports.module.css';
import { useImportStep, useSaveFile } from './imports.queries.ts';
import { RowTabs } from './RowTabs.tsx';

/** How an import has ended, and what can be done about it. */
export function ResultStep({ task, onLeave }: { task: CustomerTaskView; onLeave: () => void }) {
  const { t } = useWords();
  const format = useFormat();
  if (task.state === 'failed') return <Failed task={task} onLeave={onLeave} />;
  const isUndone = task.state === 'undone';
  return (
    <Surface>
      <Stack gap="md">
        <div>
          <h2 className={classes.heading}>{t(`customerImports.result.${task.state as 'done'}`)}</h2>
          <Text size="sm" c="dimmed">
            {task.fileName}
            {task.undoUntil &&
              !isUndone &&
              ` · ${t('customerImports.result.undoUntil', { date: format.dateTime(task.undoUntil) })}`}
          </Text>
        </div>
        <CountStats task={task} />
        {(isUndone || task.counts.undone > 0) && (
          <Stats>
            <Stat label={t('customerImports.outcomes.undone')} value={format.number(task.counts.undone)} />
            <Stat label={t('customerImports.outcomes.kept')} value={format.number(task.counts.kept)} />
          </Stats>
        )}
        {isUndone && task.counts.kept > 0 && <Alert color="yellow">{t('customerImports.result.kept')}</Alert>}
        <RowTabs task={task} outcomes={isUndone ? ['kept'] : ['refused', 'incomplete']} />
        <Acts task={task} onLeave={onLeave} />
      </Stack>
    </Surface>
  );
}

function Acts({ task, onLeave }: { task: CustomerTaskView; onLeave: () => void }) {
  const { t } = useWords();
  const step = useImportStep(task.uuid);
  const save = useSaveFile(task);
  const canUndo = (task.state === 'done' || task.state === 'stopped') && task.undoUntil !== null;
  // The rows of an import are kept as long as it can be undone.
  const hasList = canUndo && task.counts.created + task.counts.changed > 0;
  const canGoOn = task.state === 'stopped' && task.counts.undone + task.counts.kept === 0 && task.fileUntil;
  const error = step.error ?? save.error;
  return (
    <>
      {error && (
        <Alert color="red" role="alert">
          {errorMessage(error)}
        </Alert>
      )}
      <Group gap="xs">
        {hasList ? (
          <Button renderRoot={(props) => <Link to="/Customer" search={{ import: task.uuid }} {...props} />}>
            {t('customerImports.result.toImported')}
          </Button>
        ) : (
          <Button renderRoot={(props) => <Link to="/Customer" {...props} />}>
            {t('customerImports.result.toCustomers')}
          </Button>
        )}
        {canGoOn && (
          <Button variant="default" loading={step.isPending} onClick={() => step.mutate(({ run }) => run())}>
            {t('customerImports.result.goOn')}
          </Button>
        )}
        {task.counts.refused + task.counts.incomplete > 0 && task.fileUntil && (
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            loading={save.isPending}
            onClick={() => save.mutate(t('customerImports.result.refusedFile'))}
          >
            {t('customerImports.result.refusedRows')}
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          {t('customerImports.result.another')}
        </Button>
        {canUndo && <UndoButton task={task} />}
      </Group>
    </>
  );
}

/** Asks once more: many customers change with it. */
function UndoButton({ task }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const step = useImportStep(task.uuid);
  const [isAsking, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" color="red" leftSection={<Icon name="undo-2" />} onClick={dialog.open}>
        {t('customerImports.undo.open')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={dialog.close}
        title={t('customerImports.undo.title')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Stack gap="md">
          <p>{t('customerImports.undo.text')}</p>
          {step.error && (
            <Alert color="red" role="alert">
              {errorMessage(step.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close}>
              {t('shell.cancel')}
            </Button>
            <Button color="red" loading={step.isPending} onClick={() => step.mutate(({ undo }) => undo())}>
              {t('customerImports.undo.open')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** Why nothing came of the file. What is no text by itself may be one in an encoding that somebody knows. */
function Failed({ task, onLeave }: { task: CustomerTaskView; onLeave: () => void }) {
  const { t } = useWords();
  const step = useImportStep(task.uuid);
  const [encoding, setEncoding] = useState<(typeof TABLE_ENCODINGS)[number]>('shift_jis');
  return (
    <Surface>
      <Stack gap="md">
        <h2 className={classes.heading}>{t('customerImports.result.failed')}</h2>
        <Alert color="red" role="alert">
          {t(`customerImports.failures.${task.failure ?? 'internal'}`)}
        </Alert>
        {task.failure === 'wrong_type' && (
          <Group align="flex-end" gap="xs">
            <Select
              label={t('customerImports.encoding')}
              data={TABLE_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
              value={encoding}
              allowDeselect={false}
              onChange={(value) => setEncoding(TABLE_ENCODINGS.find((each) => each === value) ?? encoding)}
            />
            <Button
              variant="default"
              loading={step.isPending}
              onClick={() => step.mutate(({ read }) => read({ encoding }))}
            >
              {t('customerImports.readAgain')}
            </Button>
          </Group>
        )}
        {step.error && (
          <Alert color="red" role="alert">
            {errorMessage(step.error)}
          </Alert>
        )}
        <div>
          <Button onClick={onLeave}>{t('customerImports.result.another')}</Button>
        </div>
      </Stack>
    </Surface>
  );
}
