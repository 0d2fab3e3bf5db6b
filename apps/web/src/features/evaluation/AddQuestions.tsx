import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { importTestQuestions, QuestionSetView } from '@hanasu/contract/question-sets';
import { Alert, Button, FileInput, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { WholeNumberInput } from '../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import classes from './QuestionSets.module.css';
import { useGenerateQuestions, useImportQuestions } from './question-sets.queries.ts';

const PROBLEMS_SHOWN = 50;
/** Characters; the server takes no more. */
const LONGEST = 2_000_000;

/** A table of questions: first it says what would be added and what is wrong, then it adds. */
export function ImportQuestions({ set, onClose }: { set: QuestionSetView; onClose: () => void }) {
  const { t } = useWords();
  const [csv, setCsv] = useState('');
  const [checked, setChecked] = useState<EndpointOutput<typeof importTestQuestions> | null>(null);
  const run = useImportQuestions(set.uuid);
  const change = (text: string) => {
    setCsv(text);
    setChecked(null);
    run.reset();
  };
  const read = async (file: File | null) => {
    if (file) change(decodeCsv(new Uint8Array(await file.arrayBuffer())));
  };
  const submit = (check: boolean) =>
    run.mutate(
      { csv, check },
      {
        onSuccess: (result) => {
          if (check) return setChecked(result);
          toasts.add({ title: t('questionSets.imported', { count: result.added }) });
          return onClose();
        },
      },
    );
  const isTooLong = csv.length > LONGEST;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('questionSets.import')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('questionSets.importHelp')}</Text>
        <FileInput
          label={t('questionSets.file')}
          placeholder={t('questionSets.chooseFile')}
          accept=".csv,.tsv,.txt,text/csv"
          leftSection={<Icon name="upload" />}
          onChange={(file) => void read(file)}
        />
        <Textarea
          label={t('questionSets.orPaste')}
          placeholder={t('questionSets.csvExample')}
          autosize
          minRows={4}
          maxRows={10}
          value={csv.length > 20_000 ? `${csv.slice(0, 20_000)}…` : csv}
          readOnly={csv.length > 20_000}
          onChange={(event) => change(event.currentTarget.value)}
          error={isTooLong ? t('fields.tooLong', { maximum: LONGEST }) : null}
        />
        {run.error && (
          <Alert color="red" role="alert">
            {errorMessage(run.error)}
          </Alert>
        )}
        {checked && <Preview checked={checked} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          {checked && checked.added > 0 ? (
            <Button loading={run.isPending} onClick={() => submit(false)}>
              {t('questionSets.importCount', { count: checked.added })}
            </Button>
          ) : (
            <Button
              loading={run.isPending}
              disabled={csv.trim() === '' || isTooLong}
              onClick={() => submit(true)}
            >
              {t('questionSets.check')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Preview({ checked }: { checked: EndpointOutput<typeof importTestQuestions> }) {
  const { t } = useWords();
  const { added, problems } = checked;
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {t('questionSets.usable', { count: added })}
      </Text>
      {problems.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {t('questionSets.unusable', { count: problems.length })}
          </Text>
          <ul className={classes.problems}>
            {problems.slice(0, PROBLEMS_SHOWN).map(({ row, problem }) => (
              <li key={`${row} ${problem}`}>
                {t('questionSets.rowProblem', { row, problem: t(`questionSets.problem.${problem}`) })}
              </li>
            ))}
          </ul>
          {problems.length > PROBLEMS_SHOWN && (
            <Text size="sm" c="dimmed">
              {t('questionSets.more', { count: problems.length - PROBLEMS_SHOWN })}
            </Text>
          )}
        </>
      )}
    </div>
  );
}

const MOST = 50;

/** A language model writes questions; it costs tokens, and says so before. */
export function GenerateQuestions({ set, onClose }: { set: QuestionSetView; onClose: () => void }) {
  const { t } = useWords();
  const [count, setCount] = useState<number | ''>(10);
  const generate = useGenerateQuestions(set.uuid);
  const start = () =>
    generate.mutate(Number(count), {
      onSuccess: ({ added }) => {
        if (added > 0) {
          toasts.add({ title: t('questionSets.generated', { count: added }) });
          onClose();
        }
      },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('questionSets.generate')}
      centered
      closeOnClickOutside={!generate.isPending}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('questionSets.generateHelp')}</Text>
        <WholeNumberInput
          label={t('questionSets.howMany')}
          min={1}
          max={MOST}
          value={count}
          onChange={setCount}
        />
        {generate.isPending && (
          <Text size="sm" role="status">
            {t('questionSets.generating')}
          </Text>
        )}
        {generate.data?.added === 0 && (
          <Text size="sm" role="status">
            {t('questionSets.noPassages')}
          </Text>
        )}
        {generate.error && (
          <Alert color="red" role="alert">
            {errorMessage(generate.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button
            loading={generate.isPending}
            disabled={!(Number(count) >= 1 && Number(count) <= MOST)}
            onClick={start}
          >
            {t('questionSets.write')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Text of a file from a spreadsheet: UTF-8, UTF-16 with its mark, or Shift_JIS as Japanese Excel writes it. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}
