import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import classes from './Imports.module.css';
import { importsQuery } from './imports.queries.ts';

/** What was imported before; each leads to its result, where it can be undone. */
export function PastImports() {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(importsQuery);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={140} radius="lg" aria-hidden />;
  if (data.items.length === 0) return null;
  return (
    <Surface>
      <h2 className={classes.heading}>{t('customerImports.past.title')}</h2>
      <DataTable label={t('customerImports.past.title')}>
        <thead>
          <tr>
            <th>{t('customerImports.past.file')}</th>
            <th data-fit>{t('customerImports.past.state')}</th>
            <th data-number data-minor>
              {t('customerImports.outcomes.created')}
            </th>
            <th data-number data-minor>
              {t('customerImports.outcomes.changed')}
            </th>
            <th data-number data-minor>
              {t('customerImports.outcomes.refused')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((task) => (
            <Past key={task.uuid} task={task} />
          ))}
        </tbody>
      </DataTable>
    </Surface>
  );
}

const COLORS: Partial<Record<CustomerTaskView['state'], string>> = { done: 'green', failed: 'red' };

function Past({ task }: { task: CustomerTaskView }) {
  const { t } = useWords();
  const format = useFormat();
  const { counts } = task;
  return (
    <tr>
      <td>
        <Link className={cellClasses.main} to="/Customer/import" search={{ task: task.uuid }}>
          {task.fileName ?? t('customerImports.past.nameless')}
        </Link>
        <span className={cellClasses.sub}>
          {[format.dateTime(task.createdAt), task.startedBy].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td data-fit>
        <Badge variant="light" color={COLORS[task.state] ?? 'gray'}>
          {t(`customerImports.states.${task.state}`)}
        </Badge>
      </td>
      <td data-number data-minor>
        {format.number(counts.created)}
      </td>
      <td data-number data-minor>
        {format.number(counts.changed)}
      </td>
      <td data-number data-minor>
        {format.number(counts.refused)}
      </td>
    </tr>
  );
}
