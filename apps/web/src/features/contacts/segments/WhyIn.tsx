import type { CustomerId } from '@hanasu/contract/ids';
import type { SegmentDefinition, SegmentView } from '@hanasu/contract/segments';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Segments.module.css';
import { type DraftGroup, definitionOf, idsByPath, readDraft, type ShownGroup } from './segment-draft.ts';
import { whyQuery } from './segments.queries.ts';
import { useSentences } from './use-sentences.ts';

interface WhyInProps {
  customer: CustomerId;
  definition: ShownGroup;
  /** Null: it is not saved. */
  segment: SegmentView | null;
}

/** Why a customer is in a segment, or is not: each row with whether it is true of them. */
export function WhyIn({ customer, definition, segment }: WhyInProps) {
  const { t } = useWords();
  const format = useFormat();
  const group = readDraft(definition);
  const readable = definitionOf(group);
  if (!readable) return <p className={classes.problem}>{t('segments.why.broken')}</p>;
  return (
    <section className={classes.why} aria-label={segment?.name ?? t('segments.unsaved')}>
      {segment?.kind === 'snapshot' && (
        <p className={classes.hint}>
          {t('segments.why.fixed', { date: format.dateTime(segment.createdAt) })}
        </p>
      )}
      <Reasons customer={customer} definition={readable} group={group} />
    </section>
  );
}

interface ReasonsProps {
  customer: CustomerId;
  definition: SegmentDefinition;
  group: DraftGroup;
}

function Reasons({ customer, definition, group }: ReasonsProps) {
  const { t } = useWords();
  const { data: why, error, refetch } = useQuery(whyQuery(definition, customer));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!why) return null;
  if (why.problems.length > 0) return <p className={classes.problem}>{t('segments.why.broken')}</p>;
  const byPath = new Map(why.rows.map((row) => [row.path, row.holds]));
  // Of a row that is turned round, the group around it comes first and counts.
  const holds = new Map<string, boolean | null>();
  for (const [path, id] of idsByPath(group)) if (!holds.has(id)) holds.set(id, byPath.get(path) ?? null);
  return (
    <>
      <h3 className={classes.verdict}>
        <Icon name={why.isIn ? 'check-circle-2' : 'circle'} size={15} />
        {t(why.isIn ? 'segments.why.in' : 'segments.why.out')}
      </h3>
      <GroupReasons group={group} holds={holds} />
    </>
  );
}

function GroupReasons({ group, holds }: { group: DraftGroup; holds: ReadonlyMap<string, boolean | null> }) {
  const { t } = useWords();
  const own = group.items.flatMap((item) => ('items' in item ? [] : [item.condition]));
  const { wordRow } = useSentences(own);
  return (
    <div className={classes.reasons}>
      <p>{t(`segments.groups.${group.kind}`)}</p>
      <ul>
        {group.items.map((item) => {
          const isTrue = holds.get(item.id) === true;
          return (
            <li key={item.id} data-true={isTrue}>
              <Icon
                name={isTrue ? 'check' : 'x'}
                size={14}
                label={t(isTrue ? 'segments.why.true' : 'segments.why.false')}
              />
              {'items' in item ? <GroupReasons group={item} holds={holds} /> : wordRow(item).sentence}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
