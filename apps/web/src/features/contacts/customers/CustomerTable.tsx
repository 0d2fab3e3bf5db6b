import type { CustomerView } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { FriendFace } from '../../../entities/contact/FriendFace.tsx';
import { TagList } from '../../../entities/contact/TagChip.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ColumnHandle } from '../../../shell/components/ColumnHandle.tsx';
import {
  arrangeColumns,
  type Column,
  type ColumnChoice,
  isColumnShown,
  widthOf,
  widthWithin,
} from '../../../shell/components/column-choice.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Customers.module.css';
import type { CustomerSort } from './customers.queries.ts';
import { type CustomerColumn, useCustomerColumns } from './use-customer-columns.tsx';
import { useCustomerName } from './use-customer-name.ts';

/** Pages that show customers. */
export type CustomersPath = '/Customer' | '/Channel/customer';

export interface CustomerTableProps {
  at: CustomersPath;
  items: readonly CustomerView[];
  sort: CustomerSort;
  onSort: (sort: CustomerSort) => void;
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
  /** Null: this person changes none. */
  selection: CustomerSelection | null;
}

interface CustomerSelection {
  readonly ids: ReadonlySet<CustomerId>;
  readonly toggle: (uuid: CustomerId, range: boolean) => void;
  readonly all: (on: boolean) => void;
}

/** A table, and cards where there is no room for one. */
export function CustomerTable(props: CustomerTableProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return isPhone ? <Cards {...props} /> : <Table {...props} />;
}

const NAME: Column = { id: 'name', width: 240, isUsual: true };
const BOX_WIDTH = 44;

function Table({ at, items, sort, onSort, choice, onChoice, selection }: CustomerTableProps) {
  const { t } = useWords();
  const columns = useCustomerColumns();
  const shown = arrangeColumns(columns, choice).filter((column) => isColumnShown(column, choice));
  const [resized, setResized] = useState<{ id: string; width: number } | null>(null);
  const widthNow = (column: Column) => (resized?.id === column.id ? resized.width : widthOf(column, choice));
  const headOf = (column: Column & Partial<CustomerColumn>, label: string) => ({
    label,
    sort,
    onSort,
    by: column.sort,
    width: widthNow(column),
    onResize: (width: number) => setResized({ id: column.id, width: widthWithin(width) }),
    onResized: (width: number) => {
      setResized(null);
      onChoice({ ...choice, widths: { ...choice.widths, [column.id]: widthWithin(width) } });
    },
  });
  const pin = { '--pin': selection ? `${BOX_WIDTH}px` : 0 };
  return (
    <div className={classes.table}>
      <DataTable
        label={t('customers.title')}
        widths={[
          ...(selection ? [{ id: 'box', width: BOX_WIDTH }] : []),
          ...[NAME, ...shown].map((column) => ({ id: column.id, width: widthNow(column) })),
        ]}
      >
        <thead>
          <tr>
            {selection && <BoxHead items={items} selection={selection} />}
            <Head {...headOf({ ...NAME, sort: 'name' }, t('customers.columns.name'))} pin={pin} />
            {shown.map((column) => (
              <Head key={column.id} {...headOf(column, column.label)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((customer) => (
            <tr key={customer.uuid} data-chosen={selection?.ids.has(customer.uuid) || undefined}>
              {selection && (
                <td data-pin className={classes.box}>
                  <Box customer={customer} selection={selection} />
                </td>
              )}
              <td data-pin style={pin as object}>
                <Who at={at} customer={customer} />
              </td>
              {shown.map(({ id, cell }) => (
                <td key={id}>
                  <div className={classes.cell}>
                    {cell(customer) || <span className={classes.none}>–</span>}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

interface HeadProps {
  label: string;
  /** What is sorted by it; undefined: nothing. */
  by: CustomerColumn['sort'];
  sort: CustomerSort;
  onSort: (sort: CustomerSort) => void;
  width: number;
  onResize: (width: number) => void;
  onResized: (width: number) => void;
  pin?: object;
}

function Head({ label, by, sort, onSort, width, onResize, onResized, pin }: HeadProps) {
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  // Times begin with the newest, names with A.
  const first = by === 'name' ? 'name' : (`-${by}` as CustomerSort);
  const next = direction === undefined ? first : direction === 'ascending' ? (`-${by}` as CustomerSort) : by;
  return (
    <th
      scope="col"
      {...(pin ? { 'data-pin': true, style: pin } : {})}
      {...(direction ? { 'aria-sort': direction } : {})}
    >
      {by && next ? (
        <button type="button" className={classes.sort} onClick={() => onSort(next)}>
          {label}
          <Icon
            name={
              direction === 'ascending'
                ? 'arrow-up'
                : direction === 'descending'
                  ? 'arrow-down'
                  : 'chevrons-up-down'
            }
            size={12}
          />
        </button>
      ) : (
        label
      )}
      <ColumnHandle label={label} width={width} onResize={onResize} onResized={onResized} />
    </th>
  );
}

function BoxHead({ items, selection }: { items: readonly CustomerView[]; selection: CustomerSelection }) {
  const { t } = useWords();
  const chosen = items.filter(({ uuid }) => selection.ids.has(uuid)).length;
  return (
    <th scope="col" data-pin className={classes.box}>
      <label className="pick" htmlFor="pick-all">
        <Checkbox
          id="pick-all"
          aria-label={t('customers.table.all')}
          checked={chosen > 0 && chosen === items.length}
          indeterminate={chosen > 0 && chosen < items.length}
          onChange={(event) => selection.all(event.currentTarget.checked)}
        />
      </label>
    </th>
  );
}

function Box({ customer, selection }: { customer: CustomerView; selection: CustomerSelection }) {
  const { t } = useWords();
  const nameOf = useCustomerName();
  return (
    <label className="pick" htmlFor={`pick-${customer.uuid}`}>
      <Checkbox
        id={`pick-${customer.uuid}`}
        aria-label={t('customers.table.choose', { name: nameOf(customer) })}
        checked={selection.ids.has(customer.uuid)}
        // Chosen by the click itself, which tells of Shift.
        onChange={() => undefined}
        onClick={(event: MouseEvent) => selection.toggle(customer.uuid, event.shiftKey)}
      />
    </label>
  );
}

/** Leads to the panel, which has an address of its own. */
function Who({ at, customer }: { at: CustomersPath; customer: CustomerView }) {
  const nameOf = useCustomerName();
  const { uuid, name, friends } = customer;
  return (
    <span className={classes.who}>
      <FriendFace name={name} pictureUrl={friends[0]?.pictureUrl ?? null} size={30} />
      <Link
        to={at}
        search={(old: object) => ({ ...old, customer: uuid })}
        resetScroll={false}
        className={classes.name ?? ''}
      >
        {nameOf(customer)}
      </Link>
    </span>
  );
}

function Cards({ at, items, selection }: CustomerTableProps) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <ul className={classes.cards} aria-label={t('customers.title')}>
      {items.map((customer) => (
        <li
          key={customer.uuid}
          className={classes.card}
          data-chosen={selection?.ids.has(customer.uuid) || undefined}
        >
          {selection && <Box customer={customer} selection={selection} />}
          <div className={classes.cardWords}>
            <Who at={at} customer={customer} />
            {customer.tags.length > 0 && <TagList tags={customer.tags} />}
            <Line>
              {[
                customer.friends[0]?.channel.name,
                customer.lastWroteAt && format.ago(customer.lastWroteAt),
                customer.owner?.name,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Line>
          </div>
        </li>
      ))}
    </ul>
  );
}

const Line = ({ children }: { children: ReactNode }) =>
  children ? <span className={classes.sub}>{children}</span> : null;

/** As many as one call changes. */
const AT_ONCE = 1_000;

/** Who is chosen of those that are shown: who is filtered out is chosen no more. */
export function useChosen(items: readonly CustomerView[]) {
  const [wanted, setWanted] = useState<ReadonlySet<CustomerId>>(new Set());
  const [last, setLast] = useState<CustomerId | null>(null);
  const chosen = items.filter(({ uuid }) => wanted.has(uuid)).slice(0, AT_ONCE);
  const order = items.map(({ uuid }) => uuid);
  const toggle = (uuid: CustomerId, range: boolean) => {
    const from = range && last ? order.indexOf(last) : -1;
    const to = order.indexOf(uuid);
    const those = from < 0 ? [uuid] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Set(wanted);
    const on = !wanted.has(uuid);
    for (const one of those) on ? next.add(one) : next.delete(one);
    setWanted(next);
    setLast(uuid);
  };
  return {
    chosen,
    ids: new Set(chosen.map(({ uuid }) => uuid)),
    toggle,
    all: (on: boolean) => setWanted(on ? new Set(order.slice(0, AT_ONCE)) : new Set()),
    end: () => setWanted(new Set()),
  };
}
