import { IMPORT_TARGETS } from '@hanasu/contract/customer-imports';
import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import { Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import classes from './Imports.module.css';
import { type RowOutcome, type ShownReason, type ShownRow, useRowsQuery } from './imports.queries.ts';

interface RowTabsProps {
  task: CustomerTaskView;
  /** Those without any row are left out. */
  outcomes: readonly RowOutcome[];
}

/** Rows by what becomes of them. */
export function RowTabs({ task, outcomes }: RowTabsProps) {
  const { t } = useWords();
  const format = useFormat();
  const shown = outcomes.filter((outcome) => task.counts[outcome] > 0);
  const [first] = shown;
  if (!first) return null;
  return (
    <Tabs defaultValue={first} keepMounted={false}>
      <Tabs.List>
        {shown.map((outcome) => (
          <Tabs.Tab key={outcome} value={outcome}>
            {t(`customerImports.outcomes.${outcome}`)} ({format.number(task.counts[outcome])})
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((outcome) => (
        <Tabs.Panel key={outcome} value={outcome} pt="sm">
          <Rows task={task} outcome={outcome} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Rows({ task, outcome }: { task: CustomerTaskView; outcome: RowOutcome }) {
  const { t } = useWords();
  const format = useFormat();
  const { data, error, refetch } = useQuery(useRowsQuery(task, outcome));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} aria-hidden />;
  const isRefused = outcome === 'refused' || outcome === 'kept' || outcome === 'incomplete';
  return (
    <>
      <DataTable label={t(`customerImports.outcomes.${outcome}`)}>
        <thead>
          <tr>
            <th data-fit data-number>
              {t('customerImports.rows.row')}
            </th>
            <th>{t('customers.columns.name')}</th>
            <th>{t(isRefused ? 'customerImports.rows.reason' : 'customerImports.rows.facts')}</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((row) => (
            <Row key={row.row} row={row} isRefused={isRefused} />
          ))}
        </tbody>
      </DataTable>
      {task.counts[outcome] > data.items.length && data.items.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('customerImports.rows.first', { number: format.number(data.items.length) })}
        </Text>
      )}
    </>
  );
}

function Row({ row, isRefused }: { row: ShownRow; isRefused: boolean }) {
  const factName = useFactName();
  return (
    <tr>
      <td data-fit data-number>
        {row.row}
      </td>
      <td className={classes.name}>
        {row.customerUuid ? (
          <Link to="/Customer/$id" params={{ id: row.customerUuid }}>
            {row.name}
          </Link>
        ) : (
          row.name
        )}
      </td>
      <td className={classes.reasons}>
        {isRefused
          ? row.reasons.map((reason) => (
              <Reason key={`${reason.code}${reason.column}${reason.text}`} reason={reason} />
            ))
          : row.facts.map(factName).join(' · ')}
      </td>
    </tr>
  );
}

function Reason({ reason: { code, column, text, customers } }: { reason: ShownReason }) {
  const factName = useFactName();
  if (code === 'several_customers')
    return (
      <p>
        {text.slice(0, text.indexOf(customers[0]?.name || '?'))}
        {customers.map(({ uuid, name }, index) => (
          <span key={uuid}>
            {index > 0 && ' · '}
            <Link to="/Customer/$id" params={{ id: uuid }}>
              {name || uuid}
            </Link>
          </span>
        ))}
      </p>
    );
  return (
    <p>
      {column && <b>{factName(column)}: </b>}
      {text}
    </p>
  );
}

/** A fact by its name, or the head of a column as it is. */
function useFactName() {
  const { t } = useWords();
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  return (fact: string): string => {
    if (fact === 'ownerId') return t('customerImports.targets.owner');
    if (fact === 'contacts') return t('customerImports.targets.phones');
    const target = IMPORT_TARGETS.find((each) => each === fact);
    if (target) return t(`customerImports.targets.${target}`);
    return fields.find(({ uuid }) => fact === `field:${uuid}`)?.label ?? fact;
  };
}
