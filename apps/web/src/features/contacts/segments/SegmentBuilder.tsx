import {
  createSegment,
  SEGMENT_CONDITIONS_MAX,
  type SegmentDefinition,
  type SegmentProblem,
  type SegmentReason,
  type SegmentView,
} from '@hanasu/contract/segments';
import { Alert, Button } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { GuardedDrawer } from '../../../shell/components/GuardedDrawer.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useCustomerName } from '../customers/use-customer-name.ts';
import { NameDialog } from './NameDialog.tsx';
import { SegmentGroup } from './SegmentGroup.tsx';
import classes from './Segments.module.css';
import {
  type DraftGroup,
  definitionOf,
  newGroup,
  problemsById,
  readDraft,
  rowsOf,
  type ShownGroup,
  unfinishedIn,
} from './segment-draft.ts';
import { segmentCountQuery, useChangeSegment, useCreateSegment } from './segments.queries.ts';

interface SegmentBuilderProps {
  /** What is changed: a saved segment, or conditions without a name; null: a new one. */
  start: { readonly segment: SegmentView | null; readonly definition: ShownGroup } | null;
  onClose: () => void;
  /** Shows who is in it, without saving. */
  onShow: (definition: SegmentDefinition) => void;
  onSaved: (segment: SegmentView) => void;
}

/** Conditions as sentences, with how many customers they have at any moment. */
export function SegmentBuilder({ start, onClose, onShow, onSaved }: SegmentBuilderProps) {
  const { t } = useWords();
  const [begun] = useState(() => (start ? readDraft(start.definition) : newGroup('and')));
  const [group, setGroup] = useState(begun);
  return (
    <GuardedDrawer
      isDirty={group !== begun && rowsOf(group).length + rowsOf(begun).length > 0}
      onClose={onClose}
      size={680}
      title={start?.segment?.name ?? t(start ? 'segments.edit' : 'segments.new')}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <Builder start={start} group={group} setGroup={setGroup} onShow={onShow} onSaved={onSaved} />
    </GuardedDrawer>
  );
}

interface BuilderProps extends Omit<SegmentBuilderProps, 'onClose'> {
  group: DraftGroup;
  setGroup: (group: DraftGroup) => void;
}

function Builder({ start, group, setGroup, onShow, onSaved }: BuilderProps) {
  const { t } = useWords();
  const [fresh, setFresh] = useState<string | null>(null);
  const [isNaming, naming] = useDisclosure(false);
  const definition = definitionOf(group);
  const count = useSegmentCount(definition);
  const rows = rowsOf(group);
  const wrong = wrongRows(group, fresh, definition ? count.problems : (start?.segment?.problems ?? []));
  const create = useCreateSegment();
  const saved = start?.segment?.kind === 'live' ? start.segment : null;
  const isReady = definition !== null && count.isCurrent && count.problems.length === 0;
  const done = (segment: SegmentView) => {
    toasts.add({ title: t('segments.saved') });
    onSaved(segment);
  };
  return (
    <>
      <p className={classes.lead}>{t('segments.lead')}</p>
      <SegmentGroup
        group={group}
        level={1}
        onChange={setGroup}
        problems={wrong}
        hasRoom={rows.length < SEGMENT_CONDITIONS_MAX}
        fresh={fresh}
        onFresh={setFresh}
      />
      <div className={classes.foot}>
        <SegmentCount count={count} hasRows={rows.length > 0} isFinished={definition !== null} />
        <div className={classes.acts}>
          <Can endpoint={createSegment}>
            <Button variant={saved ? 'subtle' : 'default'} disabled={!isReady} onClick={naming.open}>
              {t(saved ? 'segments.saveCopy' : 'segments.saveAs')}
            </Button>
            {saved && <SaveChanges segment={saved} definition={isReady ? definition : null} onSaved={done} />}
          </Can>
          <Button disabled={!definition} onClick={() => definition && onShow(definition)}>
            {t('segments.show')}
          </Button>
        </div>
      </div>
      {isNaming && definition && (
        <NameDialog
          title={t('segments.saveAs')}
          submit={t('shell.save')}
          hint={t('segments.nameHint')}
          isPending={create.isPending}
          error={create.error}
          onClose={naming.close}
          onSubmit={(name) => create.mutate({ name, definition }, { onSuccess: done })}
        />
      )}
    </>
  );
}

/** What is wrong with each row; of the one that was just added nothing is said yet. */
export function wrongRows(
  group: DraftGroup,
  fresh: string | null,
  problems: readonly SegmentProblem[],
): ReadonlyMap<string, SegmentReason | 'unfinished'> {
  const wrong = new Map<string, SegmentReason | 'unfinished'>(problemsById(group, problems));
  for (const id of unfinishedIn(group)) if (id !== fresh && !wrong.has(id)) wrong.set(id, 'unfinished');
  return wrong;
}

interface SaveChangesProps {
  segment: SegmentView;
  /** Null: it cannot be saved now. */
  definition: SegmentDefinition | null;
  onSaved: (segment: SegmentView) => void;
}

function SaveChanges({ segment: { uuid }, definition, onSaved }: SaveChangesProps) {
  const { t } = useWords();
  const change = useChangeSegment();
  return (
    <>
      <Button
        variant="default"
        disabled={!definition}
        loading={change.isPending}
        onClick={() => definition && change.mutate({ uuid, body: { definition } }, { onSuccess: onSaved })}
      >
        {t('segments.saveChanges')}
      </Button>
      {change.error && (
        <Alert color="red" role="alert">
          {errorMessage(change.error)}
        </Alert>
      )}
    </>
  );
}

const TYPING_MS = 250;
const NOBODY: SegmentDefinition = { kind: 'and', items: [] };

/** How many there are now: about, where that takes long, and then exactly. */
export function useSegmentCount(definition: SegmentDefinition | null) {
  // As text, so that the same conditions wait for nothing.
  const [asked] = useDebouncedValue(definition ? JSON.stringify(definition) : null, TYPING_MS);
  const given = asked === null ? NOBODY : (JSON.parse(asked) as SegmentDefinition);
  const isAsked = asked !== null && definition !== null;
  const quick = useQuery({ ...segmentCountQuery(given, false), enabled: isAsked });
  const isRough = quick.data?.isExact === false && !quick.isPlaceholderData;
  const exact = useQuery({ ...segmentCountQuery(given, true), enabled: isAsked && isRough });
  const best = isRough && exact.data && !exact.isPlaceholderData ? exact : quick;
  const isCurrent = isAsked && asked === JSON.stringify(definition) && !best.isPlaceholderData;
  const problems: readonly SegmentProblem[] = (isCurrent && best.data?.problems) || [];
  return { data: isAsked ? best.data : undefined, error: isAsked ? quick.error : null, isCurrent, problems };
}

interface SegmentCountProps {
  count: ReturnType<typeof useSegmentCount>;
  hasRows: boolean;
  isFinished: boolean;
}

export function SegmentCount({
  count: { data, error, isCurrent, problems },
  hasRows,
  isFinished,
}: SegmentCountProps) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useCustomerName();
  const words = () => {
    if (!hasRows) return t('segments.count.start');
    if (!isFinished) return t('segments.count.unfinished');
    if (problems.length > 0) return t('segments.count.broken');
    if (!data) return t('segments.count.counting');
    const number = format.number(data.count);
    if (!data.isExact) return t('segments.count.about', { number });
    return t('segments.count.exact', { count: data.count, number });
  };
  const isNumber = hasRows && isFinished && problems.length === 0 && data !== undefined;
  return (
    <section className={classes.count} aria-label={t('segments.count.label')}>
      <p
        role="status"
        className={isNumber ? classes.figure : classes.hint}
        data-stale={(isNumber && !isCurrent) || undefined}
      >
        {words()}
      </p>
      {error && hasRows && isFinished && <ErrorNotice error={error} />}
      {isNumber && data.count === 0 && data.isExact && isCurrent && (
        <p className={classes.hint}>{t('segments.count.nobody')}</p>
      )}
      {isNumber && data.sample.length > 0 && (
        <p className={classes.sample} data-stale={!isCurrent || undefined}>
          <span>{t('segments.count.sample')}</span>
          {data.sample.map((person) => (
            <Link key={person.uuid} to="/Customer/$id" params={{ id: person.uuid }} target="_blank">
              {nameOf(person)}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}
