import { type CustomerFieldView, createCustomerField } from '@hanasu/contract/customer-fields';
import {
  IMPORT_TARGETS,
  type ImportTarget,
  TABLE_DELIMITERS,
  TABLE_ENCODINGS,
} from '@hanasu/contract/customer-imports';
import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import { Alert, Button, Checkbox, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { FieldForm } from '../fields/FieldForm.tsx';
import classes from './Imports.module.css';
import { columnsQuery, type ImportColumns, useImportStep } from './imports.queries.ts';

/** What each column of the file is. */
export function ColumnsStep({ task }: { task: CustomerTaskView }) {
  const { data, error, refetch } = useQuery(columnsQuery(task.uuid));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" aria-hidden />;
  return <ColumnsForm task={task} found={data} />;
}

/** Several columns can be one of these. */
const SEVERAL: ReadonlySet<string> = new Set(['phones', 'emails', 'tags', 'note']);

function ColumnsForm({ task, found }: { task: CustomerTaskView; found: ImportColumns }) {
  const { t } = useWords();
  const step = useImportStep(task.uuid);
  const [columns, setColumns] = useState(found.columns);
  const [createTags, setCreateTags] = useState(found.createTags);
  const options = useTargetOptions();
  const mayCreate = usePermission(createCustomerField);
  const [creating, setCreating] = useState<{ index: number; label: string } | null>(null);
  const chosen = columns.filter((target) => target !== null);
  const twice = chosen.filter((target, index) => !SEVERAL.has(target) && chosen.indexOf(target) !== index);
  const setColumn = (index: number, target: ImportTarget | null) => setColumns(columns.with(index, target));
  return (
    <Surface>
      <Stack gap="md">
        <div>
          <h2 className={classes.heading}>{t('customerImports.columns.title')}</h2>
          <Text size="sm" c="dimmed">
            {t(found.isRemembered ? 'customerImports.columns.remembered' : 'customerImports.columns.text')}
          </Text>
        </div>
        <FileForm task={task} found={found} />
        <ul className={classes.columns}>
          {columnsOf(found).map(({ id, index, head, samples }) => {
            const target = columns[index] ?? null;
            const label = head || t('customerImports.columns.nameless', { number: index + 1 });
            return (
              <li key={id} className={classes.columnRow} data-left-out={target === null || undefined}>
                <div className={classes.column}>
                  <strong className={classes.head}>{label}</strong>
                  <span className={classes.samples}>
                    {samples.join(' · ') || t('customerImports.columns.noValues')}
                  </span>
                </div>
                <Icon name="arrow-right" />
                <Select
                  aria-label={t('customerImports.columns.isWhat', { name: label })}
                  placeholder={t('customerImports.columns.leftOut')}
                  data={
                    mayCreate
                      ? [
                          ...options,
                          { value: NEW_FIELD, label: t('customerImports.columns.newField', { name: label }) },
                        ]
                      : options
                  }
                  value={target}
                  searchable
                  clearable
                  nothingFoundMessage={t('contact.noOption')}
                  error={target !== null && twice.includes(target) && t('customerImports.columns.twice')}
                  onChange={(value) =>
                    value === NEW_FIELD
                      ? setCreating({ index, label: head })
                      : setColumn(index, value as ImportTarget | null)
                  }
                />
              </li>
            );
          })}
        </ul>
        {creating && (
          <NewFieldDialog
            label={creating.label}
            values={found.rows.flatMap((row) => row[creating.index] || [])}
            onClose={() => setCreating(null)}
            onCreated={({ uuid }) => {
              setColumn(creating.index, `field:${uuid}`);
              setCreating(null);
            }}
          />
        )}
        {columns.includes('tags') && (
          <Checkbox
            label={t('customerImports.columns.createTags')}
            checked={createTags}
            onChange={(event) => setCreateTags(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('customerImports.columns.matching')}
        </Text>
        {step.error && (
          <Alert color="red" role="alert">
            {errorMessage(step.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            loading={step.isPending}
            disabled={chosen.length === 0 || twice.length > 0}
            onClick={() => step.mutate(({ check }) => check({ columns, createTags }))}
          >
            {t('customerImports.columns.check')}
          </Button>
        </Group>
      </Stack>
    </Surface>
  );
}

/** No target: opens a form. */
const NEW_FIELD = 'new-field';
const DATE = /^\d{4}(?:[-/.]|年)\d{1,2}(?:[-/.]|月)\d{1,2}日?$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/;
const NUMBER = /^[-+]?\d[\d.,]*$/;
const LONGEST_LABEL = 60;

/** The kind that all values of a column look like. */
function kindOfValues(found: readonly string[]): 'date' | 'number' | 'text' {
  const values = found.map((value) => value.normalize('NFKC').trim());
  if (values.length === 0) return 'text';
  if (values.every((value) => DATE.test(value))) return 'date';
  return values.every((value) => NUMBER.test(value)) ? 'number' : 'text';
}

interface NewFieldDialogProps {
  label: string;
  values: readonly string[];
  onClose: () => void;
  onCreated: (field: CustomerFieldView) => void;
}

/** A field of the account's own for what a column holds; it has the column's name and kind to begin with. */
function NewFieldDialog({ label, values, onClose, onCreated }: NewFieldDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('customerFields.add')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FieldForm
        field={null}
        initial={{ label: label.slice(0, LONGEST_LABEL), kind: kindOfValues(values) }}
        onDone={onClose}
        onCreated={onCreated}
      />
    </Modal>
  );
}

/** A file may head two columns alike: each is told by its place. */
const columnsOf = ({ head, rows }: Pick<ImportColumns, 'head' | 'rows'>) =>
  head.map((name, index) => ({
    id: `column-${index}`,
    index,
    head: name,
    samples: rows.flatMap((row) => row[index] || []).slice(0, 3),
  }));

const ADDRESS: ReadonlySet<string> = new Set([
  'postalCode',
  'region',
  'city',
  'line1',
  'line2',
  'country',
  'address',
]);

function useTargetOptions() {
  const { t } = useWords();
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  const optionOf = (target: (typeof IMPORT_TARGETS)[number]) => ({
    value: target as string,
    label: t(`customerImports.targets.${target}`),
  });
  const own = fields
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ uuid, label }) => ({ value: `field:${uuid}`, label }));
  return [
    {
      group: t('customerImports.groups.customer'),
      items: IMPORT_TARGETS.filter((target) => !ADDRESS.has(target)).map(optionOf),
    },
    {
      group: t('customerImports.groups.address'),
      items: IMPORT_TARGETS.filter((target) => ADDRESS.has(target)).map(optionOf),
    },
    ...(own.length > 0 ? [{ group: t('customerFields.title'), items: own }] : []),
  ];
}

/** How the file was read; another choice reads it again. */
function FileForm({
  task,
  found: { encoding, delimiter },
}: {
  task: CustomerTaskView;
  found: ImportColumns;
}) {
  const { t } = useWords();
  const step = useImportStep(task.uuid);
  if (encoding === null) return null;
  const known = TABLE_ENCODINGS.find((each) => each === encoding);
  const mark = TABLE_DELIMITERS.find((each) => each === delimiter);
  return (
    <Group gap="sm" grow preventGrowOverflow={false}>
      <Select
        label={t('customerImports.encoding')}
        data={TABLE_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
        value={known ?? null}
        allowDeselect={false}
        disabled={step.isPending}
        onChange={(value) => {
          const wanted = TABLE_ENCODINGS.find((each) => each === value);
          if (wanted && wanted !== known) step.mutate(({ read }) => read({ encoding: wanted }));
        }}
      />
      <Select
        label={t('customerImports.delimiter')}
        data={TABLE_DELIMITERS.map((value) => ({
          value,
          label: t(`customerImports.delimiters.${DELIMITER_WORDS[value]}`),
        }))}
        value={mark ?? null}
        allowDeselect={false}
        disabled={step.isPending}
        onChange={(value) => {
          const wanted = TABLE_DELIMITERS.find((each) => each === value);
          if (wanted && wanted !== mark)
            step.mutate(({ read }) => read({ delimiter: wanted, ...(known ? { encoding: known } : {}) }));
        }}
      />
    </Group>
  );
}

/** As spreadsheets and editors call them. */
export const ENCODING_NAMES: Readonly<Record<(typeof TABLE_ENCODINGS)[number], string>> = {
  'utf-8': 'UTF-8',
  shift_jis: 'Shift_JIS (CP932)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'euc-jp': 'EUC-JP',
  'iso-2022-jp': 'ISO-2022-JP',
  'windows-1258': 'Windows-1258',
  'windows-1252': 'Windows-1252',
};
const DELIMITER_WORDS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
