import type { RichMenuId, SegmentId } from '@hanasu/contract/ids';
import { compareMenus, getMenuReport, type MenuReport } from '@hanasu/contract/menu-reports';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Sparkline } from '../../../shell/components/Sparkline.tsx';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { saveBlob } from '../../../shell/save-blob.ts';
import { useMenuEditing } from '../edit/use-menu-draft.ts';
import classes from './Report.module.css';
import { TapBars } from './TapBars.tsx';
import { TappedPicture } from './TappedPicture.tsx';

const PERIODS = [7, 30, 90] as const;
type Area = MenuReport['areas'][number];

interface Asked {
  readonly days: number;
  readonly segmentUuid: SegmentId | null;
}

/** What was tapped on the published menu, and how that compares. */
export function ReportTab() {
  const { t } = useWords();
  const { menu } = useMenuEditing();
  const { days: asked } = useSearch({ from: '/_bot-edit/Channel/rich-menu/$uuid/' });
  const navigate = useNavigate({ from: '/Channel/rich-menu/$uuid/' });
  const days = PERIODS.find((each) => each === asked) ?? 30;
  const [segmentUuid, setSegment] = useState<SegmentId | null>(null);
  const report = useQuery({
    ...reportQuery(menu.uuid, { days, segmentUuid }),
    enabled: menu.version !== null,
  });
  if (menu.version === null)
    return (
      <EmptyState
        icon="layout-grid"
        title={t('menuReport.unpublished')}
        text={t('menuReport.unpublishedText')}
      />
    );
  return (
    <div className={classes.report}>
      <div className={classes.controls}>
        <SegmentedControl
          aria-label={t('menuReport.period')}
          data={PERIODS.map((each) => ({
            value: String(each),
            label: t('menuReport.lastDays', { days: String(each) }),
          }))}
          value={String(days)}
          onChange={(value) =>
            void navigate({
              search: (old) => ({ ...old, days: PERIODS.find((each) => String(each) === value) }),
              replace: true,
            })
          }
        />
        <SegmentSelect
          label={t('menuReport.segment')}
          placeholder={t('menuReport.everybody')}
          value={segmentUuid}
          onChange={setSegment}
        />
        {report.data && <Download report={report.data} name={menu.name} />}
      </div>
      {report.isError && <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />}
      {report.isPending && <Skeleton height={320} radius="md" aria-hidden />}
      {report.data && <Report report={report.data} days={days} hasSegment={segmentUuid !== null} />}
      <Comparison days={days} />
    </div>
  );
}

const reportQuery = (uuid: RichMenuId, { days, segmentUuid }: Asked) =>
  queryOptions({
    queryKey: ['rich-menus', 'report', uuid, days, segmentUuid],
    queryFn: ({ signal }) =>
      call(getMenuReport, {
        params: { uuid },
        query: { days, ...(segmentUuid === null ? {} : { segmentUuid }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

interface ReportProps {
  report: MenuReport;
  days: number;
  hasSegment: boolean;
}

function Report({ report, days, hasSegment }: ReportProps) {
  const { t } = useWords();
  const format = useFormat();
  const { total, published, areas } = report;
  // Taps counted earlier stay in the report, whatever the area does now.
  const countOf = ({ counting, taps }: Area): number | null => {
    if (counting === 'click' && hasSegment) return null;
    return counting === 'none' && taps === 0 ? null : taps;
  };
  return (
    <>
      <Stats>
        <Stat
          label={t('menuReport.taps')}
          value={format.number(total.taps)}
          note={t('menuReport.change', {
            change: format.signed(total.taps - total.before),
            days: String(days),
          })}
        />
        <Stat
          label={t('menuReport.people')}
          value={format.number(total.people)}
          note={t('menuReport.peopleNote')}
        />
        <Stat
          label={t('menuReport.perDay')}
          value={format.decimal(Math.round((total.taps / report.days.length) * 10) / 10)}
        />
      </Stats>
      <div className={classes.panes}>
        {published && <TappedPicture published={published} areas={areas} countOf={countOf} />}
        <TapBars days={report.days} />
      </div>
      <Areas report={report} countOf={countOf} hasSegment={hasSegment} />
      <Versions versions={report.versions} />
    </>
  );
}

interface ReportTableProps {
  id: string;
  title: string;
  columns: readonly { words: string; isNumber?: boolean; isMinor?: boolean }[];
  /** Notes on the numbers. */
  notes?: readonly string[];
  /** Rows. */
  children: ReactNode;
}

function ReportTable({ id, title, columns, notes = [], children }: ReportTableProps) {
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <DataTable label={title}>
        <thead>
          <tr>
            {columns.map(({ words, isNumber, isMinor }) => (
              <th key={words} scope="col" data-number={isNumber} data-minor={isMinor}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </DataTable>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </section>
  );
}

interface AreasProps extends Pick<ReportProps, 'report' | 'hasSegment'> {
  countOf: (area: Area) => number | null;
}

function Areas({ report: { areas, published }, countOf, hasSegment }: AreasProps) {
  const { t } = useWords();
  const format = useFormat();
  const pages = published?.pages ?? [];
  const placeOf = ({ pageId, areaId }: Area) => {
    const pageIndex = pages.findIndex(({ id }) => id === pageId);
    const index = pages[pageIndex]?.areas.findIndex(({ id }) => id === areaId) ?? -1;
    const page = pages.length > 1 && pageIndex >= 0 ? pages[pageIndex] : undefined;
    return {
      number: index + 1,
      tab: page && (page.name || t('menuEditor.pageNumber', { number: pageIndex + 1 })),
    };
  };
  return (
    <ReportTable
      id="areas-table"
      title={t('menuReport.areas')}
      columns={[
        { words: t('menuReport.area') },
        { words: t('menuReport.how'), isMinor: true },
        { words: t('menuReport.taps'), isNumber: true },
        { words: t('menuReport.people'), isNumber: true },
        { words: t('menuReport.before'), isNumber: true },
      ]}
      notes={[t('menuReport.notCountedText'), ...(hasSegment ? [t('menuReport.segmentText')] : [])]}
    >
      {areas.map((area) => {
        const { number, tab } = placeOf(area);
        const count = countOf(area);
        const write = (value: number) => (count === null ? '–' : format.number(value));
        const isNamed = area.counting === 'tap' && count !== null;
        return (
          <tr key={`${area.pageId}/${area.areaId}`}>
            <td className={area.isShown ? '' : classes.gone}>
              {number > 0 && `${number}. `}
              {area.label || t('menuEditor.unnamed')}
              {(tab || !area.isShown) && (
                <span className={classes.dim}>{area.isShown ? tab : t('menuReport.gone')}</span>
              )}
            </td>
            <td data-minor>{t(`menuReport.counting.${area.counting}`)}</td>
            <td data-number>{write(area.taps)}</td>
            <td data-number>{isNamed ? format.number(area.people) : '–'}</td>
            <td data-number>{write(area.before)}</td>
          </tr>
        );
      })}
    </ReportTable>
  );
}

function Versions({ versions }: Pick<MenuReport, 'versions'>) {
  const { t } = useWords();
  const format = useFormat();
  if (versions.length < 2) return null;
  return (
    <ReportTable
      id="versions-table"
      title={t('menuReport.versions')}
      columns={[
        { words: t('menuReport.version') },
        { words: t('menuReport.taps'), isNumber: true },
        { words: t('menuReport.people'), isNumber: true, isMinor: true },
        { words: t('menuReport.newestFor'), isNumber: true, isMinor: true },
        { words: t('menuReport.perDay'), isNumber: true },
      ]}
      notes={[t('menuReport.versionsText')]}
    >
      {versions.map(({ number, publishedAt, taps, people, days }) => (
        <tr key={number}>
          <td>
            {t('menuReport.versionNumber', { number })}
            <span className={classes.dim}>{format.dateTime(publishedAt)}</span>
          </td>
          <td data-number>{format.number(taps)}</td>
          <td data-number data-minor>
            {format.number(people)}
          </td>
          <td data-number data-minor>
            {t('menuReport.daysLong', { days: format.decimal(days) })}
          </td>
          <td data-number>{days >= 1 ? format.decimal(Math.round((taps / days) * 10) / 10) : '–'}</td>
        </tr>
      ))}
    </ReportTable>
  );
}

/** All published menus of the channel in the same days. */
function Comparison({ days }: { days: (typeof PERIODS)[number] }) {
  const { t } = useWords();
  const format = useFormat();
  const { menu } = useMenuEditing();
  const { data } = useQuery({
    queryKey: ['rich-menus', 'compared', menu.channelUuid, days],
    queryFn: ({ signal }) => call(compareMenus, { query: { channelUuid: menu.channelUuid, days }, signal }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.items.length < 2) return null;
  return (
    <ReportTable
      id="menus-table"
      title={t('menuReport.menus')}
      columns={[
        { words: t('menuEditor.menu') },
        { words: t('menuReport.days'), isMinor: true },
        { words: t('menuReport.taps'), isNumber: true },
        { words: t('menuReport.people'), isNumber: true, isMinor: true },
        { words: t('menuReport.before'), isNumber: true },
      ]}
    >
      {data.items.map((item) => (
        <tr key={item.uuid} aria-current={item.uuid === menu.uuid || undefined}>
          <td>
            {item.uuid === menu.uuid ? (
              <strong>{item.name}</strong>
            ) : (
              <Link
                to="/Channel/rich-menu/$uuid"
                params={{ uuid: item.uuid }}
                search={{ tab: 'report', days }}
                className={cellClasses.main}
              >
                {item.name}
              </Link>
            )}
            {item.isWithdrawn && <span className={classes.dim}>{t('richMenus.states.withdrawn')}</span>}
          </td>
          <td data-minor>
            <Sparkline values={item.days} color="var(--chart-bot)" />
          </td>
          <td data-number>{format.number(item.taps)}</td>
          <td data-number data-minor>
            {format.number(item.people)}
          </td>
          <td data-number>{format.number(item.before)}</td>
        </tr>
      ))}
    </ReportTable>
  );
}

function Download({ report, name }: { report: MenuReport; name: string }) {
  const { t } = useWords();
  const head = [
    t('menuReport.area'),
    t('menuReport.how'),
    t('menuReport.taps'),
    t('menuReport.people'),
    t('menuReport.before'),
  ];
  const rows = report.areas.map((area) => [
    area.label,
    t(`menuReport.counting.${area.counting}`),
    area.taps,
    area.people,
    area.before,
  ]);
  const days = report.days.map(({ day, taps, before }) => [day, '', taps, '', before]);
  const save = () =>
    saveBlob(
      new Blob([reportCsv([head, ...rows, [], [t('menuReport.day'), ...head.slice(1)], ...days])], {
        type: 'text/csv;charset=utf-8',
      }),
      `${name} ${report.from} ${report.until}.csv`,
    );
  return (
    <Button
      className={classes.last ?? ''}
      variant="default"
      leftSection={<Icon name="download" />}
      onClick={save}
    >
      {t('menuReport.download')}
    </Button>
  );
}

const BOM = '\ufeff';

/** A spreadsheet takes these for formulas; a quote before them makes text of it. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** RFC 4180, in UTF-8 with the mark by which spreadsheets know it. */
const reportCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  BOM +
  rows
    .map((cells) =>
      cells.map((cell) => quoted(typeof cell === 'number' ? String(cell) : guarded(cell))).join(','),
    )
    .map((line) => `${line}\r\n`)
    .join('');
