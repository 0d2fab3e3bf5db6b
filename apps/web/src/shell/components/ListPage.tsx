import { Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import { PageFrame } from '../layout/PageFrame.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Pager } from './Pager.tsx';

interface ListPageProps extends Omit<ComponentProps<typeof Pager>, 'label'> {
  title: string;
  purpose: string;
  /** Where the rows come from. */
  query: {
    readonly data: unknown;
    readonly isError: boolean;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  /** Nothing is there at all, whatever is looked for. */
  isEmpty: boolean;
  /** Notice of an empty list. */
  empty: ComponentProps<typeof EmptyState>;
  /** Notice when no row matches the search. */
  nothing: ComponentProps<typeof EmptyState>;
  /** Adds one; on an empty page `empty` has it. */
  add: ReactNode;
  tools?: ReactNode;
  /** The rows of this page; null: there are none. */
  children: ReactNode;
  dialog: ReactNode;
}

/** A page that lists things by their names, with a search, and a dialog that adds one. */
export function ListPage(props: ListPageProps) {
  const { title, purpose, query, isEmpty, empty, nothing, add, tools, children, dialog, ...pager } = props;
  return (
    <PageFrame title={title} purpose={purpose} actions={!isEmpty && add}>
      <Stack gap="md">
        {tools}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <Skeleton height={220} radius="lg" aria-hidden />}
        {isEmpty && <EmptyState {...empty} />}
        {query.data !== undefined && !isEmpty && !children && <EmptyState {...nothing} />}
        {children}
        <Pager {...pager} label={title} />
      </Stack>
      {dialog}
    </PageFrame>
  );
}

interface ListSearchProps {
  label: string;
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
}

/** Search field; reports its text once the typing stops. */
export function ListSearch({ label, q, onSearch }: ListSearchProps) {
  const search = useDebouncedCallback((value: string) => onSearch(value || undefined), 250);
  return (
    <TextInput
      type="search"
      leftSection={<Icon name="search" />}
      placeholder={label}
      aria-label={label}
      defaultValue={q ?? ''}
      maxLength={200}
      w={{ base: '100%', xs: 320 }}
      onChange={(event) => search(event.currentTarget.value)}
    />
  );
}

/** Notice when no row matches the search. */
export function useNothingFound(q: string | undefined): ComponentProps<typeof EmptyState> {
  const { t } = useWords();
  return { icon: 'search-x', title: t('shell.nothingFound', { query: q ?? '' }) };
}
