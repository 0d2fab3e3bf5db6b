import { CURATED_MAX, type CuratedView, createCurated } from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { curatedQuery } from '../curated.queries.ts';
import classes from './Curated.module.css';
import { CuratedPanel } from './CuratedPanel.tsx';
import { CuratedRow } from './CuratedRow.tsx';
import { TryCurated } from './TryCurated.tsx';

/** Open in the panel: an answer there is, or a new one. */
type OpenCurated = { readonly curated: CuratedView | null; readonly question: string };

/** Above this a list is searched rather than read. */
const SEARCHED_FROM = 6;

/** Answers that a person writes for questions that come again and again. */
export function CuratedTab({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const [open, setOpen] = useState<OpenCurated | null>(null);
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const list = useQuery(curatedQuery(botUuid, { q, page }));
  const { items = [], total = 0, pageSize = 20 } = list.data ?? {};
  const isFull = q === '' && total >= CURATED_MAX;
  const write = (question: string) => setOpen({ curated: null, question });
  const add = (
    <OnlyFor endpoint={createCurated}>
      <Button leftSection={<Icon name="plus" />} onClick={() => write('')} disabled={isFull}>
        {t('curated.add')}
      </Button>
    </OnlyFor>
  );
  return (
    <Stack gap="md">
      <OnlyFor endpoint={createCurated} otherwise={<ViewOnlyNote />}>
        <Text size="sm" c="dimmed">
          {t('curated.purpose')}
        </Text>
      </OnlyFor>
      {(total >= SEARCHED_FROM || typed !== '') && (
        <TextInput
          maw={320}
          leftSection={<Icon name="search" />}
          placeholder={t('curated.search')}
          aria-label={t('curated.search')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {list.isError && <FaultNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={140} radius="lg" aria-hidden />}
      {list.data && items.length === 0 && q === '' && (
        <EmptyState
          icon="list-checks"
          title={t('curated.empty')}
          text={t('curated.emptyText')}
          action={add}
        />
      )}
      {list.data && items.length === 0 && q !== '' && (
        <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
      )}
      {items.length > 0 && (
        <>
          <ul className={classes.list}>
            {items.map((curated) => (
              <CuratedRow
                key={curated.uuid}
                curated={curated}
                onOpen={() => setOpen({ curated, question: '' })}
              />
            ))}
          </ul>
          <Pager page={page} pageSize={pageSize} total={total} label={t('curated.list')} onPage={setPage} />
          <div className={classes.addLine}>
            {add}
            {isFull && (
              <Text size="sm" c="dimmed">
                {t('curated.full', { most: CURATED_MAX })}
              </Text>
            )}
          </div>
        </>
      )}
      {(items.length > 0 || q !== '') && <TryCurated botUuid={botUuid} onWrite={write} />}
      {open && (
        <CuratedPanel
          botUuid={botUuid}
          curated={open.curated}
          question={open.question}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
