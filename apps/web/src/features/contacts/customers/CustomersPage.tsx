import { createCustomerField } from '@hanasu/contract/customer-fields';
import { importCustomers } from '@hanasu/contract/customer-imports';
import { exportCustomers } from '@hanasu/contract/customer-tasks';
import { bulkCustomers, createCustomer } from '@hanasu/contract/customers';
import type { CustomerId, CustomerTaskId, SegmentId } from '@hanasu/contract/ids';
import type { SegmentProblem } from '@hanasu/contract/segments';
import { Box, Button, Select, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { segmentsQuery } from '../../../entities/contact/segments.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ColumnsMenu } from '../../../shell/components/ColumnsMenu.tsx';
import { arrangeColumns, isColumnShown, useColumnChoice } from '../../../shell/components/column-choice.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { DuplicatesButton } from '../merges/MergeParts.tsx';
import { CustomerBulk } from './CustomerBulk.tsx';
import { CustomerFilters } from './CustomerFilters.tsx';
import { CustomerPanel } from './CustomerPanel.tsx';
import classes from './Customers.module.css';
import { type CustomersPath, CustomerTable, useChosen } from './CustomerTable.tsx';
import {
  askedOf,
  type CustomerFilter,
  type CustomerSort,
  useCustomerCount,
  useCustomers,
} from './customers.queries.ts';
import { NewCustomer } from './NewCustomer.tsx';
import { useCustomerColumns } from './use-customer-columns.tsx';

const SegmentBar = lazy(() =>
  import('../segments/SegmentBar.tsx').then((module) => ({ default: module.SegmentBar })),
);
const SegmentBuilder = lazy(() =>
  import('../segments/SegmentBuilder.tsx').then((module) => ({ default: module.SegmentBuilder })),
);
const FieldsDialog = lazy(() =>
  import('../fields/FieldsDialog.tsx').then((module) => ({ default: module.FieldsDialog })),
);

const BulkProgress = lazy(() =>
  import('../imports/BulkProgress.tsx').then((module) => ({ default: module.BulkProgress })),
);
const ExportDialog = lazy(() =>
  import('../imports/ExportDialog.tsx').then((module) => ({ default: module.ExportDialog })),
);

interface CustomersPageProps {
  at: CustomersPath;
  /** As the address says. */
  search: CustomerFilter & { customer?: CustomerId | undefined };
}

/** Everybody whom the account knows, or those of one channel. */
export function CustomersPage({ at, search: { customer, ...filter } }: CustomersPageProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const [isAdding, adding] = useDisclosure(false);
  const [areFieldsOpen, fields] = useDisclosure(false);
  const hasOneChannel = at === '/Channel/customer';
  const customers = useCustomers(filter);
  // The empty list has a main button of its own.
  const isEmpty = customers.data?.pages[0]?.items.length === 0 && !isNarrowed(at, filter);
  const go = (change: CustomersPageProps['search'], replace = false) =>
    void navigate({ to: at, search: (old) => ({ ...old, ...change }), replace, resetScroll: false });
  return (
    <PageFrame
      title={t(hasOneChannel ? 'customers.ofChannel' : 'customers.title')}
      purpose={t(hasOneChannel ? 'customers.ofChannelPurpose' : 'customers.purpose')}
      actions={
        !hasOneChannel && (
          <>
            <Can endpoint={importCustomers}>
              <Button
                variant="default"
                leftSection={<Icon name="upload" />}
                renderRoot={(props) => <Link to="/Customer/import" {...props} />}
              >
                {t('customerImports.open')}
              </Button>
            </Can>
            <Can endpoint={createCustomerField}>
              <Button variant="default" leftSection={<Icon name="list-checks" />} onClick={fields.open}>
                {t('customerFields.title')}
              </Button>
            </Can>
            <Can endpoint={createCustomer}>
              <Button
                variant={isEmpty ? 'default' : 'filled'}
                leftSection={<Icon name="plus" />}
                onClick={adding.open}
              >
                {t('customers.create.open')}
              </Button>
            </Can>
          </>
        )
      }
    >
      <Customers at={at} filter={filter} onFilter={(change) => go(change, true)} onAdd={adding.open} />
      <CustomerPanel uuid={customer} filter={filter} onClose={() => go({ customer: undefined })} />
      <NewCustomer
        opened={isAdding}
        onClose={adding.close}
        onCreated={(uuid) => {
          adding.close();
          go({ customer: uuid });
        }}
      />
      {areFieldsOpen && (
        <Suspense>
          <FieldsDialog onClose={fields.close} />
        </Suspense>
      )}
    </PageFrame>
  );
}

interface CustomersProps {
  at: CustomersPath;
  filter: CustomerFilter;
  onFilter: (change: CustomerFilter) => void;
  onAdd: () => void;
}

function Customers({ at, filter, onFilter, onAdd }: CustomersProps) {
  const { t } = useWords();
  const format = useFormat();
  const customers = useCustomers(filter);
  const columns = useCustomerColumns();
  const [choice, setChoice] = useColumnChoice('customer');
  const shown = arrangeColumns(columns, choice).filter((column) => isColumnShown(column, choice));
  const items = customers.data?.pages.flatMap((page) => page.items) ?? [];
  const isWhole = customers.data !== undefined && !customers.hasNextPage && !customers.isPlaceholderData;
  const total = useCustomerCount(filter, {
    known: isWhole ? items.length : null,
    isAsked: customers.data !== undefined,
  });
  const mayChange = usePermission(bulkCustomers);
  const selection = useChosen(items);
  const [task, setTask] = useState<CustomerTaskId | null>(null);
  const { sort: _sort, ...asked } = askedOf(filter);
  const [isBuilding, setBuilding] = useState<'new' | 'edit' | null>(null);
  const sortBy = (sort: CustomerSort) => onFilter({ sort: sort === USUAL_SORT ? undefined : sort });
  return (
    <Stack gap="xs">
      <div className={classes.tools}>
        <CustomerFilters
          filter={filter}
          hasOneChannel={at === '/Channel/customer'}
          onChange={onFilter}
          onNewSegment={() => setBuilding('new')}
        />
      </div>
      <SegmentTools
        filter={filter}
        problems={customers.data?.pages.at(-1)?.problems ?? []}
        onFilter={onFilter}
        building={isBuilding}
        onBuild={setBuilding}
      />
      <div className={classes.summary}>
        <p role="status" className="numbers">
          {total &&
            t(total.isExact ? 'customers.all' : 'customers.about', {
              count: total.count,
              number: format.number(total.count),
            })}
        </p>
        {at === '/Customer' && <DuplicatesButton />}
        <span className={classes.summaryEnd}>
          {items.length > 0 && total && (
            <ExportButton filter={filter} total={total.count} shown={shown.map(({ id }) => id)} />
          )}
          <Box visibleFrom="sm">
            <ColumnsMenu columns={columns} choice={choice} onChoice={setChoice} />
          </Box>
          <Order sort={filter.sort ?? USUAL_SORT} onSort={sortBy} />
        </span>
      </div>
      {customers.isError && <ErrorNotice error={customers.error} onRetry={() => void customers.refetch()} />}
      {customers.isPending && <Rows />}
      {customers.data && items.length === 0 && <Nobody at={at} filter={filter} onAdd={onAdd} />}
      {items.length > 0 && (
        <CustomerTable
          at={at}
          items={items}
          sort={filter.sort ?? USUAL_SORT}
          onSort={sortBy}
          choice={choice}
          onChoice={setChoice}
          selection={mayChange ? selection : null}
        />
      )}
      {customers.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={customers.isFetchingNextPage}
            onClick={() => void customers.fetchNextPage()}
          >
            {t('customers.more')}
          </Button>
        </div>
      )}
      {task && (
        <Suspense>
          <BulkProgress key={task} uuid={task} onClose={() => setTask(null)} />
        </Suspense>
      )}
      {!task && selection.chosen.length > 0 && (
        <CustomerBulk
          chosen={selection.chosen}
          pair={selection.chosen}
          onEnd={selection.end}
          everybody={
            total?.isExact
              ? {
                  total: total.count,
                  query: asked,
                  onTask: (uuid) => {
                    selection.end();
                    setTask(uuid);
                  },
                }
              : undefined
          }
        />
      )}
    </Stack>
  );
}

interface ExportButtonProps {
  filter: CustomerFilter;
  total: number;
  /** Ids of the columns, in their order. */
  shown: readonly string[];
}

/** Everybody in the list, with the columns that are shown. */
function ExportButton({ filter, total, shown }: ExportButtonProps) {
  const { t } = useWords();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Can endpoint={exportCustomers}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<Icon name="download" size={14} />}
        onClick={dialog.open}
      >
        {t('customerImports.export.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog query={askedOf(filter)} total={total} shown={shown} onClose={dialog.close} />
        </Suspense>
      )}
    </Can>
  );
}

interface SegmentToolsProps {
  filter: CustomerFilter;
  problems: readonly SegmentProblem[];
  onFilter: (change: CustomerFilter) => void;
  /** A new segment, or the one that the list is narrowed by. */
  building: 'new' | 'edit' | null;
  onBuild: (what: 'new' | 'edit' | null) => void;
}

/** The segment that the list is narrowed by, and where it is built. */
function SegmentTools({ filter, problems, onFilter, building, onBuild }: SegmentToolsProps) {
  const { data: segments } = useQuery(segmentsQuery);
  const segment = segments?.find(({ uuid }) => uuid === filter.segmentUuid) ?? null;
  const definition = segment?.definition ?? filter.segment;
  const choose = (segmentUuid: SegmentId | undefined) => onFilter({ segmentUuid, segment: undefined });
  return (
    <Suspense>
      {(filter.segmentUuid || filter.segment) && (
        <SegmentBar
          segmentUuid={filter.segmentUuid}
          definition={filter.segment}
          problems={problems}
          onEdit={() => onBuild('edit')}
          onChoose={choose}
        />
      )}
      {building && (
        <SegmentBuilder
          start={building === 'edit' && definition ? { segment, definition } : null}
          onClose={() => onBuild(null)}
          onShow={(shown) => {
            onBuild(null);
            onFilter({ segmentUuid: undefined, segment: shown });
          }}
          onSaved={({ uuid }) => {
            onBuild(null);
            choose(uuid);
          }}
        />
      )}
    </Suspense>
  );
}

const USUAL_SORT = '-lastWroteAt';
/** A minus has no place in a key of words. */
const ORDERS = [
  ['-lastWroteAt', 'wrote'],
  ['lastWroteAt', 'silent'],
  ['-createdAt', 'newest'],
  ['createdAt', 'oldest'],
  ['name', 'name'],
  ['-name', 'nameBackwards'],
] as const;

/** Where there are cards, and so no heads of columns to sort by. */
function Order({ sort, onSort }: { sort: CustomerSort; onSort: (sort: CustomerSort) => void }) {
  const { t } = useWords();
  return (
    <Select
      hiddenFrom="sm"
      w={160}
      aria-label={t('friends.order')}
      allowDeselect={false}
      data={ORDERS.map(([value, word]) => ({ value, label: t(`friends.orders.${word}`) }))}
      value={sort}
      onChange={(value) => {
        const [wanted] = ORDERS.find(([each]) => each === value) ?? [];
        if (wanted) onSort(wanted);
      }}
    />
  );
}

const Rows = () => (
  <div aria-hidden>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Skeleton key={key} height={30} my={14} animate={false} />
    ))}
  </div>
);

/** Whether the list shows a part of all customers, or of those of one channel. */
const isNarrowed = (at: CustomersPath, filter: CustomerFilter): boolean =>
  [filter.q, filter.tag, filter.owner, filter.segmentUuid, filter.segment, filter.import].some(Boolean) ||
  Boolean(filter.channel && at === '/Customer');

function Nobody({ at, filter, onAdd }: { at: CustomersPath; filter: CustomerFilter; onAdd: () => void }) {
  const { t } = useWords();
  const { data: channels } = useQuery(channelsQuery);
  const hasOneChannel = at === '/Channel/customer';
  if (isNarrowed(at, filter))
    return (
      <EmptyState icon="search-x" title={t('customers.noneFound')} text={t('customers.noneFoundText')} />
    );
  const hasChannels = (channels?.items.length ?? 0) > 0;
  return (
    <EmptyState
      drawing="customers"
      title={t('customers.empty')}
      text={t(hasChannels ? 'customers.emptyText' : 'customers.emptyNoChannel')}
      action={
        hasChannels ? (
          !hasOneChannel && (
            <Can endpoint={createCustomer}>
              <Button leftSection={<Icon name="plus" />} onClick={onAdd}>
                {t('customers.create.open')}
              </Button>
            </Can>
          )
        ) : (
          <Button
            leftSection={<Icon name="radio" />}
            renderRoot={(props) => <Link to="/Channel" {...props} />}
          >
            {t('customers.toChannels')}
          </Button>
        )
      }
    />
  );
}
