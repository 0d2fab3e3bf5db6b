import { BOT_FILE_VERSION, BotFile, type ImportWarning } from '@hanasu/contract/bot-files';
import { Alert, Button, FileInput, Group, Modal, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useImportBot } from '../../entities/bot/bots.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Icon } from '../../shell/Icon.tsx';

const SHOWN = 8;

interface ImportProblemsProps {
  problems: readonly FileProblem[];
  /** The version of files that is known here. */
  newest: number;
}

/** What is wrong with a file, and where in it. */
function ImportProblems({ problems, newest }: ImportProblemsProps) {
  const { t } = useWords();
  const has = (wanted: string) => problems.some(({ path }) => path === wanted);
  const whole = has('format')
    ? t('botEditor.importWrong.format')
    : has('version')
      ? t('botEditor.importWrong.version', { newest })
      : null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert-circle" />}>
      {whole ?? t('botEditor.importWrong.fields')}
      {!whole && (
        <ul style={{ margin: '6px 0 0', paddingInlineStart: 18 }}>
          {problems.slice(0, SHOWN).map(({ path, message }) => (
            <li key={path}>
              <code>{path || t('botEditor.importWrong.whole')}</code>: {message}
            </li>
          ))}
          {problems.length > SHOWN && (
            <li>{t('botEditor.importWrong.more', { count: problems.length - SHOWN })}</li>
          )}
        </ul>
      )}
    </Alert>
  );
}

interface ImportBotProps {
  opened: boolean;
  onClose: () => void;
}

/** Makes a draft from a file, or says what is wrong with the file. */
export function ImportBot({ opened, onClose }: ImportBotProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('botEditor.importTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <ImportForm onClose={onClose} />
    </Modal>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadBotFile | null>(null);
  const load = useImportBot();
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setRead(null);
    load.reset();
  };
  const submit = async () => {
    if (!file) return;
    const result = await readBotFile(file);
    setRead(result);
    if ('file' in result) load.mutate(result.file);
  };
  if (load.data) {
    return <Imported uuid={load.data.bot.uuid} name={load.data.bot.name} warnings={load.data.warnings} />;
  }
  return (
    <Stack gap="md">
      <FileInput
        label={t('botEditor.importFile')}
        description={t('botEditor.importHelp')}
        placeholder={t('botEditor.importPlaceholder')}
        accept="application/json,.json"
        leftSection={<Icon name="file-up" />}
        value={file}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': t('shell.clear') }}
        error={read && 'unreadable' in read && t(`botEditor.importUnreadable.${read.unreadable}`)}
      />
      {read && 'problems' in read && <ImportProblems problems={read.problems} newest={BOT_FILE_VERSION} />}
      {load.error && (
        <Alert color="red" role="alert">
          {errorMessage(load.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button disabled={!file} loading={load.isPending} onClick={() => void submit()}>
          {t('botEditor.importAction')}
        </Button>
      </Group>
    </Stack>
  );
}

function Imported({ uuid, name, warnings }: { uuid: string; name: string; warnings: ImportWarning[] }) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <Alert color="green" role="status" icon={<Icon name="check" />}>
        {t('botEditor.imported', { name })}
      </Alert>
      {warnings.length > 0 && (
        <Alert color="orange" icon={<Icon name="triangle-alert" />}>
          <ul style={{ margin: 0, paddingInlineStart: 18 }}>
            {warnings.map(({ code, value }) => (
              <li key={`${code}${value}`}>{t(`botEditor.importWarnings.${code}`, { value })}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button renderRoot={(props) => <Link to="/Bot/$id" params={{ id: uuid }} {...props} />}>
          {t('botEditor.openBot')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What a server takes in one request. */
const BYTES_MAX = 1_000_000;

/** `path` is like `bot.settings.tone`; empty: the file as a whole. */
interface FileProblem {
  readonly path: string;
  readonly message: string;
}

type ReadBotFile =
  | { readonly file: BotFile }
  | { readonly unreadable: 'notJson' | 'tooLarge' }
  | { readonly problems: FileProblem[] };

/** Reads a bot's file by the rules of the contract, which have words in the language in use. */
export async function readBotFile(blob: Blob): Promise<ReadBotFile> {
  if (blob.size > BYTES_MAX) return { unreadable: 'tooLarge' };
  let value: unknown;
  try {
    value = JSON.parse(await blob.text());
  } catch {
    return { unreadable: 'notJson' };
  }
  const parsed = BotFile.safeParse(value);
  if (parsed.success) return { file: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => {
    const places =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return places.map((path) => ({ path: path.join('.'), message: issue.message }));
  });
  return { problems };
}
