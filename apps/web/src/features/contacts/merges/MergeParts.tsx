import { undoMerge } from '@hanasu/contract/customer-merges';
import type { CustomerView } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Merges.module.css';
import { duplicatesQuery, mergesQuery, useUndoMerge } from './merges.queries.ts';

const MergeDialog = lazy(() =>
  import('./MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })),
);
const DuplicatesDrawer = lazy(() =>
  import('./DuplicatesDrawer.tsx').then((module) => ({ default: module.DuplicatesDrawer })),
);
const DuplicatePair = lazy(() =>
  import('./DuplicatesDrawer.tsx').then((module) => ({ default: module.DuplicatePair })),
);

/** Leads to customers who may be one person; nothing while there are none. */
export function DuplicatesButton() {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(duplicatesQuery(null));
  return (
    <>
      {data && data.total > 0 && (
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<Icon name="merge" size={14} />}
          onClick={() => setOpen(true)}
        >
          {t('merges.duplicates.open', { count: data.total })}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <DuplicatesDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Makes one of the two who are chosen. */
export function MergeButton({ pair, onMerged }: { pair: readonly CustomerView[]; onMerged: () => void }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [one, other] = pair.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  if (!one || !other || pair.length > 2) return null;
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<Icon name="merge" size={14} />}
        onClick={() => setOpen(true)}
      >
        {t('merges.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <MergeDialog pair={[one, other]} onClose={() => setOpen(false)} onMerged={onMerged} />
        </Suspense>
      )}
    </>
  );
}

/** Of one customer: who may be the same person, and who has become part of them. */
export function MergesOf({ uuid }: { uuid: CustomerId }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: duplicates } = useQuery(duplicatesQuery(uuid));
  const { data: merges = [] } = useQuery(mergesQuery(uuid));
  const undo = useUndoMerge();
  return (
    <>
      {duplicates?.items.map((pair) => (
        <Suspense key={pair.customers.map((customer) => customer.uuid).join()}>
          <div className={classes.notice}>
            <DuplicatePair pair={pair} />
          </div>
        </Suspense>
      ))}
      {merges.map((merge) => (
        <p key={merge.uuid} className={classes.merged}>
          <Icon name="merge" size={14} />
          <span>
            {t(merge.mergedBy ? 'merges.mergedBy' : 'merges.merged', {
              date: format.date(merge.at),
              name: merge.mergedBy?.name ?? '',
            })}
          </span>
          {merge.undoUntil && (
            <Can endpoint={undoMerge}>
              <Button
                size="compact-sm"
                variant="subtle"
                loading={undo.isPending && undo.variables === merge.uuid}
                onClick={() =>
                  undo.mutate(merge.uuid, { onSuccess: () => toasts.add({ title: t('merges.undone') }) })
                }
              >
                {t('merges.undo', { date: format.date(merge.undoUntil) })}
              </Button>
            </Can>
          )}
        </p>
      ))}
    </>
  );
}
