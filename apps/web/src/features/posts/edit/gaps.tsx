import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './PostEdit.module.css';
import { findGaps, type Gap, isBlocking, type PostFields } from './post-fields.ts';

/** The place where a gap is filled in. */
const placeOf = (gap: Gap): HTMLElement | null =>
  gap.kind === 'pictureAlt'
    ? (document
        .querySelectorAll<HTMLElement>('#post-text figure')
        [gap.at]?.querySelector<HTMLElement>('button') ?? null)
    : document.querySelector<HTMLElement>(PLACES[gap.kind]);

const PLACES = {
  title: '#post-title',
  text: '#post-text [contenteditable]',
  coverAlt: '#post-cover-alt',
} as const;

const keyOf = (gap: Gap): string => (gap.kind === 'pictureAlt' ? `${gap.kind}${gap.at}` : gap.kind);

/** What is missing before the post is published, each with a way to its place. */
export function GapList({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useWords();
  if (gaps.length === 0) return null;
  return (
    <Alert
      // The button that asks for it may stand a long text below.
      ref={showList}
      color="orange"
      role="alert"
      icon={<Icon name="triangle-alert" />}
      title={t('postEdit.gaps.heading')}
    >
      <ul className={classes.gaps}>
        {gaps.map((gap) => (
          <li key={keyOf(gap)}>
            <button type="button" onClick={() => goTo(placeOf(gap))}>
              {gap.kind === 'pictureAlt'
                ? t('postEdit.gaps.pictureAlt', { number: gap.at + 1 })
                : t(`postEdit.gaps.${gap.kind}`)}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const showList = (list: HTMLElement | null): void => list?.scrollIntoView({ block: 'center' });

function goTo(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}

/** What is missing before the post is published: looked for when it is to be, and shown until it is filled in. */
export function useGaps(fields: PostFields) {
  const [isShown, setShown] = useState(false);
  const shown: readonly Gap[] = isShown ? findGaps(fields) : [];
  return {
    shown,
    /** Whether the server would refuse it. */
    isBlocked: shown.some(isBlocking),
    /** Looks at the fields as they are then; true: nothing is missing. */
    check(now: PostFields): boolean {
      const found = findGaps(now);
      setShown(found.length > 0);
      return found.length === 0;
    },
    hide: () => setShown(false),
  };
}
export type Gaps = ReturnType<typeof useGaps>;
