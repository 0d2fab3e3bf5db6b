import { createQuestions, QUESTIONS_MAX, type QuestionRow } from '@hanasu/contract/documents';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  ActionIcon,
  Alert,
  Button,
  FileButton,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type Control, type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { useAddQuestions, useReplaceDocument } from '../../../entities/knowledge/documents.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { ChunkPreview } from '../reader/ChunkPreview.tsx';
import classes from './QuestionFields.module.css';
import { decodeRows, parseCells, readWorkbook, toRows } from './read-questions.ts';

const MOST_BYTES = 20 * 1024 * 1024;
/** The beginning of every ZIP archive. */
const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Rows of a CSV, TSV or XLSX file; empty when there are none. */
async function readQuestionFile(file: File): Promise<QuestionRow[]> {
  if (file.size > MOST_BYTES) return [];
  const bytes = new Uint8Array(await file.arrayBuffer());
  const cells = isArchive(bytes) ? await readWorkbook(bytes) : parseCells(decodeRows(bytes));
  return toRows(cells ?? []);
}

interface QuestionsFormProps {
  knowledgeUuid: KnowledgeId;
  onAdded: () => Promise<void>;
  /** The document whose rows are edited; absent: a new one. */
  edited?: { uuid: DocumentId; title: string; rows: QuestionRow[] };
}

const EMPTY: QuestionRow = { question: '', answer: '' };
const isFilled = ({ question, answer }: QuestionRow) => question.trim() !== '' || answer.trim() !== '';
/** Thousands of fields at once would make typing slow. */
const ROWS_SHOWN = 50;

/** Rows of questions and answers: written here, pasted from a spreadsheet, or read from a file. */
export function QuestionsForm({ knowledgeUuid, onAdded, edited }: QuestionsFormProps) {
  const { t } = useWords();
  const format = useFormat();
  const add = useAddQuestions(knowledgeUuid);
  const replace = useReplaceDocument();
  const [shown, preview] = useDisclosure(false);
  const [page, setPage] = useState(1);
  const [news, setNews] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(createQuestions.body.pick({ title: true, rows: true })),
    defaultValues: { title: edited?.title ?? '', rows: edited?.rows ?? [EMPTY] },
  });
  const { fields, append, remove, replace: setRows } = useFieldArray({ control: form.control, name: 'rows' });
  const { errors, isDirty } = form.formState;
  const isSending = add.isPending || replace.isPending;

  const putIn = (rows: readonly QuestionRow[], at = fields.length) => {
    const kept = form.getValues('rows');
    const next = [...kept.slice(0, at), ...rows, ...kept.slice(at)].filter(isFilled).slice(0, QUESTIONS_MAX);
    setRows(next.length > 0 ? next : [EMPTY]);
    const isCut = kept.filter(isFilled).length + rows.length > QUESTIONS_MAX;
    setNews(
      isCut
        ? t('documents.rowsMax', { max: format.number(QUESTIONS_MAX) })
        : t(rows.length > 0 ? 'documents.rowsRead' : 'documents.noRows', { count: rows.length }),
    );
  };
  const paste = (text: string, at: number): boolean => {
    const rows = /[\t\n]/.test(text) ? toRows(parseCells(text)) : [];
    if (rows.length > 0) putIn(rows, at);
    return rows.length > 0;
  };
  const submit = form.handleSubmit(async ({ title, rows }) => {
    try {
      if (edited) await replace.mutateAsync({ uuid: edited.uuid, text: JSON.stringify(rows) });
      else await add.mutateAsync({ title, rows });
      toasts.add({ title: t(edited ? 'documents.saved' : 'knowledge.added', { name: title }) });
      await onAdded();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  const send = () => {
    // Rows that nobody has filled are no mistake.
    const rows = form.getValues('rows').filter(isFilled);
    if (rows.length === 0) setNews(t('documents.rowsMissing'));
    else {
      if (rows.length < fields.length) setRows(rows);
      void submit();
    }
  };
  const from = (page - 1) * ROWS_SHOWN;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
    >
      <LeaveGuard when={isDirty && !isSending && !add.isSuccess && !replace.isSuccess} />
      <Stack>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        {!edited && (
          <TextInput
            label={t('knowledge.textTitle')}
            {...form.register('title')}
            error={errors.title?.message}
          />
        )}
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" flex="1 1 260px">
            {t('documents.rowsHelp')}
          </Text>
          <FileButton
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={(file) => {
              if (!file) return;
              void readQuestionFile(file)
                .catch(() => [])
                .then((rows) => putIn(rows));
            }}
          >
            {(props) => (
              <Button variant="default" leftSection={<Icon name="file-up" />} {...props}>
                {t('documents.readFile')}
              </Button>
            )}
          </FileButton>
        </Group>
        {news && (
          <Text size="sm" role="status">
            {news}
          </Text>
        )}
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {fields.slice(from, from + ROWS_SHOWN).map((field, index) => (
            <QuestionFields
              key={field.id}
              form={form}
              index={from + index}
              onRemove={() => remove(from + index)}
              onPaste={(text) => paste(text, from + index)}
            />
          ))}
        </Stack>
        <Pager
          page={page}
          pageSize={ROWS_SHOWN}
          total={fields.length}
          label={t('documents.questionsTab')}
          onPage={setPage}
        />
        {shown && <RowsPreview knowledgeUuid={knowledgeUuid} control={form.control} />}
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={fields.length >= QUESTIONS_MAX}
              onClick={() => {
                append(EMPTY);
                setPage(Math.ceil((fields.length + 1) / ROWS_SHOWN));
              }}
            >
              {t('documents.addRow')}
            </Button>
            <Button variant="default" leftSection={<Icon name="eye" />} onClick={preview.toggle}>
              {t(shown ? 'documents.hidePreview' : 'documents.showPreview')}
            </Button>
          </Group>
          <Button type="submit" loading={isSending}>
            {t(edited ? 'documents.saveChanges' : 'knowledge.addDocument')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RowsPreviewProps {
  knowledgeUuid: KnowledgeId;
  control: Control<{ title: string; rows: QuestionRow[] }>;
}
/** Rows are previewed as the text that they become. */
function RowsPreview({ knowledgeUuid, control }: RowsPreviewProps) {
  const { title, rows } = useWatch({ control });
  const { t } = useWords();
  const text = (rows ?? [])
    .filter((row) => row.question?.trim() && row.answer?.trim())
    .map((row) => `## ${row.question?.replaceAll(/\s+/g, ' ').trim()}\n\n${row.answer?.trim()}\n`)
    .join('\n');
  if (text === '') return null;
  const name = title?.trim() || t('documents.questionsTab');
  return (
    <ChunkPreview knowledgeUuid={knowledgeUuid} source={{ title: name, text }} sourceKey={name + text} />
  );
}

interface QuestionFieldsProps {
  form: UseFormReturn<{ title: string; rows: QuestionRow[] }>;
  index: number;
  onRemove: () => void;
  /** True when the text was rows, which stand in the form now. */
  onPaste: (text: string) => boolean;
}

function QuestionFields({ form, index, onRemove, onPaste }: QuestionFieldsProps) {
  const { t } = useWords();
  const number = String(index + 1);
  const errors = form.formState.errors.rows?.[index];
  return (
    <li className={classes.row}>
      <Textarea
        className={classes.question ?? ''}
        label={t('documents.question', { number })}
        autosize
        minRows={1}
        maxRows={6}
        {...form.register(`rows.${index}.question`)}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
        }}
        error={errors?.question?.message}
      />
      <Textarea
        className={classes.answer ?? ''}
        label={t('documents.answer', { number })}
        autosize
        minRows={1}
        maxRows={10}
        {...form.register(`rows.${index}.answer`)}
        error={errors?.answer?.message}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={onRemove}
        aria-label={t('documents.removeRow', { number })}
      >
        <Icon name="x" />
      </ActionIcon>
    </li>
  );
}
