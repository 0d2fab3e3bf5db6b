import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import classes from './Imports.module.css';
import { columnsQuery, useImportStep } from './imports.queries.ts';
import { RowTabs } from './RowTabs.tsx';

/** What the import would do; nothing has been done yet. */
export function CheckStep({ task }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const format = useFormat();
  const step = useImportStep(task.uuid);
  const queryClient = useQueryClient();
  const { created, changed, refused } = task.counts;
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
        <RowTabs task={task} outcomes={['refused', 'created', 'changed']} />
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
            disabled={change === 0}
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

export function CountStats({ task: { counts } }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <Stats>
      {(['created', 'changed', 'same', 'refused'] as const).map((outcome) => (
        <Stat
          key={outcome}
          label={t(`customerImports.outcomes.${outcome}`)}
          value={format.number(counts[outcome])}
        />
      ))}
    </Stats>
  );
}
