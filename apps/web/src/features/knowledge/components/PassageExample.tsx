import type { CSSProperties } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './SettingsPanel.module.css';

/** Words (Japanese: characters) of a token, about, and of a full page. */
const LENGTHS = {
  en: { perToken: 0.75, perPage: 500 },
  ja: { perToken: 1.15, perPage: 1_200 },
  vi: { perToken: 0.7, perPage: 500 },
} as const;
const DRAWN = 3;

interface PassageExampleProps {
  chunkTokens: number;
  overlapPercent: number;
}

/** What the sizes come to, in words and drawn: three passages of which each repeats the end of the one before. */
export function PassageExample({ chunkTokens, overlapPercent }: PassageExampleProps) {
  const { t, locale } = useWords();
  const format = useFormat();
  const { perToken, perPage } = LENGTHS[locale];
  const overlap = Math.min(50, Math.max(0, overlapPercent)) / 100;
  const size = rounded(chunkTokens * perToken);
  const repeated = rounded(size * overlap);
  const pages = Math.max(1, Math.round(perPage / Math.max(1, size * (1 - overlap))));
  const length = (count: number) =>
    t(`knowledgeSettings.exampleLength.${locale}`, { length: format.number(count) });
  // All three together are as wide as the box.
  const width = 100 / (DRAWN - (DRAWN - 1) * overlap);
  return (
    <figure className={classes.example}>
      <div className={classes.bars} aria-hidden>
        {Array.from({ length: DRAWN }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: three bars that never move.
            key={index}
            className={classes.bar}
            style={
              {
                width: `${width}%`,
                insetInlineStart: `${index * width * (1 - overlap)}%`,
                '--repeated': index === 0 ? '0%' : `${overlap * 100}%`,
              } as CSSProperties
            }
          >
            {index + 1}
          </div>
        ))}
      </div>
      <figcaption className={classes.caption}>
        {t('knowledgeSettings.exampleText', { size: length(size) })}{' '}
        {repeated > 0
          ? t('knowledgeSettings.exampleOverlap', { size: length(repeated) })
          : t('knowledgeSettings.exampleNoOverlap')}{' '}
        {t('knowledgeSettings.examplePages', { count: pages })}
      </figcaption>
    </figure>
  );
}

const rounded = (count: number): number => (count < 20 ? Math.round(count) : Math.round(count / 5) * 5);
