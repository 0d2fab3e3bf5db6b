import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import { Alert, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import classes from './Imports.module.css';
import { checkedColumnsQuery, columnsQuery, type ImportColumns, useImportStep } from './imports.queries.ts';
import { RowTabs } from './RowTabs.tsx';

/** What the import would do; nothing has been done yet. */
export function CheckStep({ task }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const format = useFormat();
  const step = useImportStep(task.uuid);
  const queryClient = useQueryClient();
  const { created, changed, refused, incomplete } = task.counts;
  const { data: found } = useQuery(checkedColumnsQuery(task));
  const isOpen = found?.numbers.some(({ decimal }) => decimal === null) === true;
  const change = created + changed;
  const chooseAgain = () => {
    void queryClient.invalidateQueries({ queryKey: columnsQuery(task.uuid).queryKey });
    step.mutate(({ read }) => read({}));
  };
  return (
    <Surface>
      <Stack gap="md">
        <div>
          <h2 className={classes.heading}>{t('customerImports.check.title')}</h2>
          <Text size="sm" c="dimmed">
            {t('customerImports.check.text')}
          </Text>
        </div>
        <CountStats task={task} />
        {refused > 0 && (
          <Alert color="yellow">
            {t('customerImports.check.refused', { count: refused, number: format.number(refused) })}
          </Alert>
        )}
        <SharedContacts task={task} step={step} />
        {incomplete > 0 && (
          <Alert color="yellow">
            {t('customerImports.check.incomplete', { count: incomplete, number: format.number(incomplete) })}
          </Alert>
        )}
        {found && <Choices task={task} found={found} />}
        <RowTabs task={task} outcomes={['refused', 'incomplete', 'created', 'changed']} />
        {step.error && (
          <Alert color="red" role="alert">
            {errorMessage(step.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={step.isPending} onClick={chooseAgain}>
            {t('customerImports.check.back')}
          </Button>
          <Button
            loading={step.isPending}
            disabled={change === 0 || isOpen}
            onClick={() => step.mutate(({ run }) => run())}
          >
            {t('customerImports.check.run', { count: change, number: format.number(change) })}
          </Button>
        </Group>
      </Stack>
    </Surface>
  );
}

interface SharedContactsProps {
  task: CustomerTaskView;
  step: ReturnType<typeof useImportStep>;
}

/** Rows whose phone or e-mail address belongs to a customer of another name: another choice checks the file again. */
function SharedContacts({ task: { sharedContacts }, step }: SharedContactsProps) {
  const { t } = useWords();
  const format = useFormat();
  if (!sharedContacts || sharedContacts.rows === 0) return null;
  const { rows, choice } = sharedContacts;
  return (
    <Checkbox
      label={t('customerImports.check.shared', { count: rows, number: format.number(rows) })}
      description={t('customerImports.check.sharedHelp')}
      checked={choice === 'add'}
      disabled={step.isPending}
      onChange={({ currentTarget: { checked } }) =>
        step.mutate(({ check }) => check({ sharedContacts: checked ? 'add' : 'change' }))
      }
    />
  );
}

/** What a person decides of values that can't be read, or can be read in two ways; each answer checks the file again. */
function Choices({ task, found }: { task: CustomerTaskView; found: ImportColumns }) {
  const { t } = useWords();
  const format = useFormat();
  const step = useImportStep(task.uuid);
  const { columns, skipInvalidValues, numbers, head } = found;
  const chosen = Object.fromEntries(
    numbers.flatMap(({ target, style }) =>
      style.isCertain && style.decimal ? [[target, style.decimal] as const] : [],
    ),
  );
  const checkAgain = (change: { skipInvalidValues?: boolean; decimalMarks?: typeof chosen }) =>
    step.mutate(({ check }) => check(change));
  const hasProblems = task.counts.incomplete > 0 || (!skipInvalidValues && task.counts.refused > 0);
  return (
    <>
      {numbers.map(({ target, example, readings, decimal, rows }) => (
        <Radio.Group
          key={target}
          label={t('customerImports.check.numbers.title', { name: head[columns.indexOf(target)] ?? '' })}
          description={t('customerImports.check.numbers.text', { example })}
          error={
            rows > 0 &&
            t('customerImports.check.numbers.waiting', { count: rows, number: format.number(rows) })
          }
          value={decimal}
          onChange={(value) =>
            checkAgain({ decimalMarks: { ...chosen, [target]: value === '.' ? '.' : ',' } })
          }
        >
          <Stack gap="xs" mt={6}>
            {([',', '.'] as const).map((mark) => (
              <Radio
                key={mark}
                value={mark}
                disabled={step.isPending}
                label={`${example} = ${format.decimal(readings[mark])}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      ))}
      {hasProblems && (
        <Checkbox
          label={t('customerImports.check.skip')}
          checked={skipInvalidValues}
          disabled={step.isPending}
          onChange={({ currentTarget: { checked } }) => checkAgain({ skipInvalidValues: checked })}
        />
      )}
    </>
  );
}

const OUTCOMES = ['created', 'changed', 'same', 'refused', 'incomplete'] as const;

export function CountStats({ task: { counts } }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <Stats>
      {OUTCOMES.filter((outcome) => outcome !== 'incomplete' || counts.incomplete > 0).map((outcome) => (
        <Stat
          key={outcome}
          label={t(`customerImports.outcomes.${outcome}`)}
          value={format.number(counts[outcome])}
        />
      ))}
    </Stats>
  );
}
