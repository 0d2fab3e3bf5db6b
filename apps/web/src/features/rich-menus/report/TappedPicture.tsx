import type { MenuReport } from '@hanasu/contract/menu-reports';
import { MENU_SIZES, type MenuPage, type RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { useDrawn } from '../edit/DrawnPicture.tsx';
import classes from './Report.module.css';

type Area = MenuReport['areas'][number];

interface TappedPictureProps {
  published: RichMenuDefinition;
  areas: readonly Area[];
  /** Null: the count is unknown. */
  countOf: (area: Area) => number | null;
}

/** The published picture with the taps of each area upon it. */
export function TappedPicture({ published, areas, countOf }: TappedPictureProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState('');
  const page = published.pages.find(({ id }) => id === chosen) ?? published.pages[0];
  if (!page) return null;
  const nameOf = ({ name }: MenuPage, index: number) =>
    name || t('menuEditor.pageNumber', { number: index + 1 });
  return (
    <section aria-labelledby="tap-areas" className={classes.section}>
      <h2 id="tap-areas" className={classes.heading}>
        {t('menuReport.onPicture')}
      </h2>
      {published.pages.length > 1 && (
        <SegmentedControl
          size="xs"
          mb="xs"
          className={classes.pages ?? ''}
          aria-label={t('menuEditor.pages')}
          data={published.pages.map((each, index) => ({ value: each.id, label: nameOf(each, index) }))}
          value={page.id}
          onChange={setChosen}
        />
      )}
      <Picture published={published} page={page} areas={areas} countOf={countOf} />
    </section>
  );
}

function Picture({ published, page, areas, countOf }: TappedPictureProps & { page: MenuPage }) {
  const { t } = useWords();
  const format = useFormat();
  const size = MENU_SIZES[published.size];
  const drawn = useDrawn(page.picture, size);
  const counted = page.areas.map((place, index) => {
    const area = areas.find(({ pageId, areaId }) => pageId === page.id && areaId === place.id);
    return { place, number: index + 1, count: area ? countOf(area) : null };
  });
  const most = Math.max(...counted.map(({ count }) => count ?? 0), 1);
  const spoken = counted.map(({ place, number, count }) =>
    t('menuReport.areaSpoken', {
      name: place.label || t('menuEditor.areaNumber', { number }),
      taps: count === null ? t('menuReport.notCounted') : format.number(count),
    }),
  );
  const share = (length: number, of: number) => `${(length / of) * 100}%`;
  return (
    <div
      role="img"
      aria-label={spoken.join(' · ')}
      className={classes.stage}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      {drawn.data && <img src={drawn.data.url} alt="" />}
      {counted.map(({ place, number, count }) => (
        <span
          key={place.id}
          className={classes.area}
          style={{
            left: share(place.x, size.width),
            top: share(place.y, size.height),
            width: share(place.width, size.width),
            height: share(place.height, size.height),
            background: `color-mix(in srgb, var(--chart-bot) ${Math.round(((count ?? 0) / most) * 55)}%, transparent)`,
          }}
        >
          <span className={classes.taps} data-none={count === null || undefined}>
            <small>{number}</small>
            {count === null ? '–' : format.number(count)}
          </span>
        </span>
      ))}
    </div>
  );
}
