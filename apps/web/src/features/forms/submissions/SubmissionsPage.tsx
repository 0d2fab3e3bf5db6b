import type { FormField } from '@hanasu/contract/form-definition';
import { exportSubmissions, type SubmissionView } from '@hanasu/contract/form-submissions';
import type { FormWithDraft } from '@hanasu/contract/forms';
import type { FormSubmissionId } from '@hanasu/contract/ids';
import { Box, Button, Menu, Select, Skeleton, Stack, Tabs, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { formQuery, isFieldSeen } from '../../../entities/form/forms.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ColumnsMenu } from '../../../shell/components/ColumnsMenu.tsx';
import { useColumnChoice } from '../../../shell/components/column-choice.ts';
import { DateRange } from '../../../shell/components/DateRange.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Printed } from '../../../shell/components/Printed.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { useNotDeleted } from '../../../shell/notifications/delete-later.tsx';
import { AnswerFilter } from './AnswerFilter.tsx';
import { SubmissionPanel } from './SubmissionPanel.tsx';
import { SubmissionSheets } from './SubmissionSheets.tsx';
import classes from './Submissions.module.css';
import { SubmissionTable } from './SubmissionTable.tsx';
import {
  AT_ONCE,
  isNarrowed,
  type SubmissionFilter,
  submissionQuery,
  submissionsQuery,
  useAnsweredFields,
  useExport,
  useOpenBeside,
  useSubmissionUpdates,
} from './submissions.queries.ts';
import { useSubmissionColumns } from './use-submission-columns.tsx';

const Results = lazy(async () => ({ default: (await import('./Results.tsx')).Results }));

const NONE: readonly SubmissionView[] = [];
const TABS = ['list', 'results'] as const;

/** What was sent with one form: one by one, and counted. */
export function SubmissionsPage() {
  const { t } = useWords();
  const { uuid } = useParams({ from: '/_default/Channel/custom_form/$uuid/submissions' });
  const {
    tab = 'list',
    submission,
    ...filter
  } = useSearch({
    from: '/_default/Channel/custom_form/$uuid/submissions',
  });
  const navigate = useNavigate({ from: '/Channel/custom_form/$uuid/submissions' });
  const { data: form, error, refetch } = useQuery(formQuery(uuid));
  const change = (changed: SubmissionFilter) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changed }), replace: true });
  return (
    <PageFrame
      title={form ? t('submissions.titleOf', { name: form.name }) : t('submissions.title')}
      purpose={t('submissions.purpose')}
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!form && !error && <Skeleton height={280} aria-hidden />}
      {form && (
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={(value) =>
            void navigate({ search: (old) => ({ ...old, tab: value === 'results' ? value : undefined }) })
          }
        >
          <Tabs.List aria-label={t('submissions.tabs.label')} mb="lg">
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`submissions.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="list">
            <Submissions form={form} filter={filter} opened={submission} onFilter={change} />
          </Tabs.Panel>
          <Tabs.Panel value="results">
            <Suspense fallback={<Skeleton height={280} aria-hidden />}>
              <Results form={form} filter={filter} onFilter={change} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      )}
    </PageFrame>
  );
}

interface SubmissionsProps {
  form: FormWithDraft;
  filter: SubmissionFilter;
  opened: FormSubmissionId | undefined;
  onFilter: (change: SubmissionFilter) => void;
}

function Submissions({ form, filter, opened, onFilter }: SubmissionsProps) {
  const { t } = useWords();
  const format = useFormat();
  const navigate = useNavigate({ from: '/Channel/custom_form/$uuid/submissions' });
  const { data, error, isPending, refetch } = useQuery(submissionsQuery(form.uuid, filter));
  useSubmissionUpdates(form.uuid);
  const openBeside = useOpenBeside(form.uuid, filter);
  const items = useNotDeleted(data?.items ?? NONE);
  const versions = useMemo(() => items.map(({ version }) => version), [items]);
  const { data: known = [] } = useQuery(customerFieldsQuery);
  const fields = useAnsweredFields(form.uuid, versions).filter(
    (field) => isFieldSeen(field, known) || items.some(({ answers }) => answers[field.key] !== undefined),
  );
  const columns = useSubmissionColumns(fields);
  const [choice, setChoice] = useColumnChoice(`submissions-${form.uuid}`);
  const total = data?.total ?? 0;
  const page = filter.page ?? 1;
  return (
    <Stack gap="sm">
      <Filters form={form} fields={fields} filter={filter} onFilter={onFilter} />
      <div className={classes.summary}>
        <p role="status" className="numbers">
          {data && t('submissions.all', { count: total, number: format.number(total) })}
          {form.submissions.fresh > 0 &&
            !isNarrowed(filter) &&
            ` · ${t('submissions.fresh', { count: form.submissions.fresh, number: format.number(form.submissions.fresh) })}`}
        </p>
        <div className={classes.acts}>
          {total > 0 && (
            <Can endpoint={exportSubmissions}>
              <ExportMenu form={form} filter={filter} />
            </Can>
          )}
          {total > 0 && <PrintButton />}
          <Box visibleFrom="sm">
            <ColumnsMenu columns={columns} choice={choice} onChoice={setChoice} />
          </Box>
        </div>
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={280} aria-hidden />}
      {data && items.length === 0 && <Nothing isNarrowed={isNarrowed(filter)} />}
      {items.length > 0 && (
        <SubmissionTable
          items={items}
          fields={fields}
          columns={columns}
          choice={choice}
          onChoice={setChoice}
        />
      )}
      <Printed>{opened ? <OpenedSheet uuid={opened} /> : <SubmissionSheets items={items} />}</Printed>
      <Pager
        page={page}
        pageSize={AT_ONCE}
        total={total}
        label={t('submissions.title')}
        onPage={(chosen) => void navigate({ search: (old) => ({ ...old, page: chosen }) })}
      />
      <SubmissionPanel
        uuid={opened}
        order={items.map(({ uuid }) => uuid)}
        isMore={(step) => (step > 0 ? page * AT_ONCE < total : page > 1)}
        onBeyond={(step) =>
          void openBeside(step).then((place) =>
            navigate({ search: (old) => ({ ...old, ...place }), replace: true, resetScroll: false }),
          )
        }
        onOpen={(submission) =>
          void navigate({ search: (old) => ({ ...old, submission }), replace: true, resetScroll: false })
        }
      />
    </Stack>
  );
}

function OpenedSheet({ uuid }: { uuid: FormSubmissionId }) {
  const { data } = useQuery(submissionQuery(uuid));
  return data && <SubmissionSheets items={[data]} />;
}

const SEARCH_DELAY_MS = 250;
const STATES = ['new', 'seen', 'done'] as const satisfies readonly SubmissionView['state'][];
const SOURCES = ['page', 'chat', 'widget'] as const satisfies readonly SubmissionView['source'][];

interface FiltersProps extends Omit<SubmissionsProps, 'opened'> {
  fields: readonly FormField[];
}

function Filters({ form, fields, filter, onFilter }: FiltersProps) {
  const { t } = useWords();
  const format = useFormat();
  const versions = Array.from({ length: form.version ?? 0 }, (_, index) => index + 1).toReversed();
  const search = useDebouncedCallback((q: string) => onFilter({ q: q || undefined }), SEARCH_DELAY_MS);
  const field = useRef<HTMLInputElement>(null);
  // Cleared elsewhere, or gone back to.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = filter.q ?? '';
  }, [filter.q]);
  return (
    <div className={classes.tools}>
      <TextInput
        ref={field}
        flex="2 1 200px"
        aria-label={t('submissions.filters.search')}
        placeholder={t('submissions.filters.search')}
        leftSection={<Icon name="search" />}
        defaultValue={filter.q ?? ''}
        maxLength={200}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <Select
        flex="1 1 150px"
        clearable
        aria-label={t('submissions.columns.state')}
        placeholder={t('submissions.filters.everyState')}
        data={STATES.map((value) => ({ value, label: t(`submissions.states.${value}`) }))}
        value={filter.state ?? null}
        onChange={(value) => onFilter({ state: STATES.find((one) => one === value) })}
      />
      <Select
        flex="1 1 150px"
        clearable
        aria-label={t('submissions.columns.source')}
        placeholder={t('submissions.filters.everySource')}
        data={SOURCES.map((value) => ({ value, label: t(`submissions.sources.${value}`) }))}
        value={filter.source ?? null}
        onChange={(value) => onFilter({ source: SOURCES.find((one) => one === value) })}
      />
      <AnswerFilter fields={fields} filter={filter} onFilter={onFilter} />
      {versions.length > 1 && (
        <Select
          flex="1 1 130px"
          clearable
          aria-label={t('submissions.columns.version')}
          placeholder={t('submissions.filters.everyVersion')}
          data={versions.map((number) => ({
            value: String(number),
            label: t('submissions.filters.version', { number: format.number(number) }),
          }))}
          value={filter.version === undefined ? null : String(filter.version)}
          onChange={(value) => onFilter({ version: value === null ? undefined : Number(value) })}
        />
      )}
      <div className={classes.days}>
        <DateRange
          label={t('submissions.filters.days')}
          value={[filter.from ?? null, filter.until ?? null]}
          onChange={([from, until]) => onFilter({ from: from ?? undefined, until: until ?? undefined })}
          clearable
        />
      </div>
      {isNarrowed(filter) && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="x" />}
          onClick={() =>
            onFilter({
              q: undefined,
              state: undefined,
              source: undefined,
              version: undefined,
              field: undefined,
              answer: undefined,
              from: undefined,
              until: undefined,
            })
          }
        >
          {t('submissions.filters.clear')}
        </Button>
      )}
    </div>
  );
}

const FORMATS = ['csv', 'xlsx'] as const;

function ExportMenu({ form, filter }: Pick<SubmissionsProps, 'form' | 'filter'>) {
  const { t } = useWords();
  const { mutate, isPending } = useExport(form, filter);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />} loading={isPending}>
          {t('submissions.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => mutate(format)}>
            {t(`submissions.formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PrintButton() {
  const { t } = useWords();
  return (
    <Button variant="default" leftSection={<Icon name="file-text" />} onClick={() => window.print()}>
      {t('submissions.print')}
    </Button>
  );
}

function Nothing({ isNarrowed: isFiltered }: { isNarrowed: boolean }) {
  const { t } = useWords();
  return isFiltered ? (
    <EmptyState icon="search-x" title={t('submissions.noneFound')} text={t('submissions.noneFoundText')} />
  ) : (
    <EmptyState drawing="form" title={t('submissions.empty')} text={t('submissions.emptyText')} />
  );
}
