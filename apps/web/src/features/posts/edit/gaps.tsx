import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './PostEdit.module.css';
import { type FieldProblem, findGaps, type Gap, isHint, type PostFields, problemsOf } from './post-fields.ts';

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
  slugWrong: '#post-slug',
  slugTaken: '#post-slug',
  contentLong: '#post-text [contenteditable]',
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
      color="yellow"
      role="alert"
      icon={<Icon name="triangle-alert" />}
      title={t('postEdit.gaps.heading')}
    >
      <ul className={classes.gaps}>
        {gaps.map((gap) => (
          <li key={keyOf(gap)}>
            <GapLink gap={gap} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Names a gap, and leads to its place. */
export function GapLink({ gap }: { gap: Gap }) {
  const { t } = useWords();
  return (
    <button type="button" className={classes.gapLink} onClick={() => goTo(placeOf(gap))}>
      {gap.kind === 'pictureAlt'
        ? t('postEdit.gaps.pictureAlt', { number: gap.at + 1 })
        : t(`postEdit.gaps.${gap.kind}`)}
    </button>
  );
}

const showList = (list: HTMLElement | null): void => list?.scrollIntoView({ block: 'center' });

function goTo(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}

/** Id of the notice that another version was saved meanwhile. */
export const CONFLICT = 'post-conflict';
/** Leads to the choice between two versions, which stands above the text. */
export const goToConflict = (): void => goTo(document.getElementById(CONFLICT));

/** Leads to the beginning of the post: the title in view, the cursor in the text. */
export function goToStart(): void {
  document.querySelector(PLACES.title)?.scrollIntoView({ block: 'center' });
  document.querySelector<HTMLElement>(PLACES.text)?.focus({ preventScroll: true });
}

interface CheckedDraft {
  readonly fields: PostFields;
  readonly takenSlug: string | null;
}

interface GapOptions {
  /** The dialog before the first publication asks for the address itself. */
  readonly asksAddress: boolean;
}

/** What is missing before the post is published: looked for when it is to be, and shown until it is filled in. */
export function useGaps(draft: CheckedDraft, { asksAddress }: GapOptions) {
  const [isShown, setShown] = useState(false);
  const find = ({ fields, takenSlug }: CheckedDraft): Gap[] => {
    const isAsked = (problem: FieldProblem): boolean => asksAddress && problem !== 'contentLong';
    return findGaps(
      fields,
      problemsOf(fields, takenSlug).filter((problem) => !isAsked(problem)),
    );
  };
  const shown: readonly Gap[] = isShown ? find(draft) : [];
  return {
    shown,
    /** Whether nothing is shown but hints: the user may publish anyway. */
    hasOnlyHints: shown.length > 0 && shown.every(isHint),
    /** Looks at the draft as it is then, and returns what is missing. */
    check(now: CheckedDraft): readonly Gap[] {
      const found = find(now);
      setShown(found.length > 0);
      return found;
    },
    hide: () => setShown(false),
  };
}
export type Gaps = ReturnType<typeof useGaps>;
