import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { Button, Group } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './ChunkCard.module.css';

interface ChunkReviewProps {
  /** What people wrote; null: it was taken out. */
  mine: string | null;
  review: NonNullable<EmbeddingView['review']>;
  /** Null for who may not change it. */
  actions: { readonly keep: () => void; readonly reset: () => void; readonly pending: boolean } | null;
}

/** A change of a person whose source is different now: both side by side, and a choice. */
export function ChunkReview({ mine, review, actions }: ChunkReviewProps) {
  const { t } = useWords();
  const isGone = review.kind === 'gone';
  return (
    <div className={classes.review}>
      <p className={classes.reviewTitle}>{t(isGone ? 'chunks.sourceGone' : 'chunks.sourceChanged')}</p>
      {!isGone && (
        <div className={classes.sides}>
          <div>
            <h4 className={classes.sideTitle}>{t('chunks.mine')}</h4>
            <p className={classes.side}>{mine ?? t('chunks.takenOut')}</p>
          </div>
          <div>
            <h4 className={classes.sideTitle}>{t('chunks.theirs')}</h4>
            <p className={classes.side}>{review.sourceText}</p>
          </div>
        </div>
      )}
      {actions && (
        <Group gap="xs">
          <Button size="xs" variant="default" loading={actions.pending} onClick={actions.keep}>
            {t('chunks.keep')}
          </Button>
          <Button size="xs" variant="default" disabled={actions.pending} onClick={actions.reset}>
            {t(isGone ? 'chunks.takeOut' : 'chunks.takeSource')}
          </Button>
        </Group>
      )}
    </div>
  );
}
