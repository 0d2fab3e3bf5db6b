import { Button, Drawer, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { ErrorNotice } from '../components/ErrorNotice.tsx';
import { Pager } from '../components/Pager.tsx';
import { toasts } from '../notifications/toasts.tsx';
import classes from './VersionsDrawer.module.css';

interface Version<Definition> {
  readonly number: number;
  readonly definition: Definition;
  readonly publishedBy: { readonly name: string } | null;
  readonly at: string;
}
interface Versions<Definition> {
  readonly items: readonly Version<Definition>[];
  readonly total: number;
  readonly pageSize: number;
}

interface VersionsDrawerProps<Definition> {
  opened: boolean;
  onClose: () => void;
  /** The number of the version that is out; null: none. */
  current: number | null;
  /** The draft differs from it. */
  hasChanges: boolean;
  /** Of what the versions are. */
  queryKey: readonly string[];
  load: (page: number, signal: AbortSignal) => Promise<Versions<Definition>>;
  /** Shows what a version holds. */
  show: (definition: Definition) => ReactNode;
  /** Shows what restoring a version would change in the draft. */
  compare: (definition: Definition) => ReactNode;
  /** Makes it the draft, as a step that can be undone; undefined: this user may not edit. */
  onRestore: ((definition: Definition) => void) | undefined;
}

/** The published versions of what has a draft, the newest first: to look at and to restore to the draft. */
export function VersionsDrawer<Definition>({ opened, onClose, ...list }: VersionsDrawerProps<Definition>) {
  const { t } = useWords();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={440}
      title={t('shell.versions.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <VersionList {...list} onClose={onClose} />
    </Drawer>
  );
}

function VersionList<Definition>({
  queryKey,
  load,
  onClose,
  ...row
}: Omit<VersionsDrawerProps<Definition>, 'opened'>) {
  const { t } = useWords();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    // A new version is there at once.
    queryKey: [...queryKey, row.current, page],
    queryFn: ({ signal }) => load(page, signal),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} aria-hidden />;
  return (
    <>
      <ol className={classes.versions}>
        {data.items.map((version) => (
          <VersionRow
            key={version.number}
            {...row}
            version={version}
            isShown={shown === version.number}
            onShow={(isShown) => setShown(isShown ? version.number : null)}
            onClose={onClose}
          />
        ))}
      </ol>
      <Pager
        page={page}
        pageSize={data.pageSize}
        total={data.total}
        label={t('shell.versions.title')}
        onPage={setPage}
      />
    </>
  );
}

interface VersionRowProps<Definition>
  extends Omit<VersionsDrawerProps<Definition>, 'opened' | 'queryKey' | 'load'> {
  version: Version<Definition>;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** One version, which can be viewed and restored. */
function VersionRow<Definition>({ version, isShown, onShow, ...list }: VersionRowProps<Definition>) {
  const { t } = useWords();
  const format = useFormat();
  const { current, hasChanges, show, compare, onRestore, onClose } = list;
  const { number, definition, publishedBy, at } = version;
  const name = t('shell.versions.version', { number });
  const restore = () => {
    onRestore?.(definition);
    toasts.add({ title: t('shell.versions.restored', { number }) });
    onClose();
  };
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <li>
      <div className={classes.top}>
        <div>
          <strong>{name}</strong>
          {number === current && <span className={classes.current}>{t('shell.versions.current')}</span>}
          <p className={classes.note}>
            <time dateTime={at}>{format.dateTime(at)}</time>
            {' · '}
            {publishedBy?.name ?? t('shell.versions.formerMember')}
          </p>
        </div>
        <div className={classes.actions}>
          <Button
            {...button}
            aria-label={`${t('shell.versions.show')}: ${name}`}
            aria-expanded={isShown}
            onClick={() => onShow(!isShown)}
          >
            {t('shell.versions.show')}
          </Button>
          {onRestore && (number !== current || hasChanges) && (
            <Button {...button} aria-label={`${t('shell.versions.restore')}: ${name}`} onClick={restore}>
              {t('shell.versions.restore')}
            </Button>
          )}
        </div>
      </div>
      {isShown && (
        <div className={classes.shown}>
          <Part title={t('shell.versions.differences', { from: t('shell.versions.draft'), to: name })}>
            {compare(definition)}
          </Part>
          <Part title={t('shell.versions.contents', { version: name })}>{show(definition)}</Part>
        </div>
      )}
    </li>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
