import type { KeyboardEvent } from 'react';
import { placeIn } from '../../../entities/channel/TapPicture.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './AreaEditor.module.css';
import { type Box, HANDLES } from './area-geometry.ts';
import { type PictureArea, VIDEO_ID } from './picture-draft.ts';
import { usePictureEditing } from './use-picture-editing.ts';

interface AreaButtonProps {
  area: PictureArea;
  box: Box;
  number: number;
  isOver: boolean;
  isLocked: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A tap area over the picture. */
export function AreaButton({ area, box, number, isOver, isLocked, onKeyDown }: AreaButtonProps) {
  const { t } = useWords();
  const { size, areaId, setArea, mayEdit, wordsOf, wrong } = usePictureEditing();
  const isChosen = area.id === areaId;
  const isWrong = wrong.has(area.id);
  return (
    <button
      type="button"
      className={classes.area}
      style={placeIn(box, size)}
      data-area={area.id}
      data-over={isOver || undefined}
      data-empty={area.action === null || undefined}
      aria-pressed={isChosen}
      data-wrong={isWrong || undefined}
      aria-label={[
        t('menuEditor.areaName', {
          number,
          label: area.label || t('menuEditor.unnamed'),
          action: wordsOf(area),
        }),
        ...(isWrong ? [t('menuEditor.hasProblem')] : []),
      ].join(', ')}
      onClick={() => setArea(area.id)}
      onFocus={() => setArea(area.id)}
      onKeyDown={onKeyDown}
    >
      <span className={classes.number}>{number}</span>
      {isWrong && (
        <span className={classes.mark} aria-hidden>
          !
        </span>
      )}
      {isChosen && !isLocked && mayEdit && <Grips />}
    </button>
  );
}

const Grips = () =>
  HANDLES.map(({ x, y }) => (
    <span
      key={`${x}${y}`}
      className={classes.grip}
      data-grip={`${x},${y}`}
      style={{ left: `${50 * (x + 1)}%`, top: `${50 * (y + 1)}%` }}
    />
  ));

/** Where a video plays; moved as areas are, also while these stand over their cells. */
export function VideoPlace({ box, onKeyDown }: Pick<AreaButtonProps, 'box' | 'onKeyDown'>) {
  const { t } = useWords();
  const { size, areaId, setArea, mayEdit } = usePictureEditing();
  const isChosen = areaId === VIDEO_ID;
  return (
    <button
      type="button"
      className={classes.area}
      style={placeIn(box, size)}
      data-area={VIDEO_ID}
      data-video
      aria-pressed={isChosen}
      aria-label={t('menuEditor.videoPlace')}
      onClick={() => setArea(VIDEO_ID)}
      onFocus={() => setArea(VIDEO_ID)}
      onKeyDown={onKeyDown}
    >
      <span className={classes.number}>
        <Icon name="play" size={12} />
      </span>
      {isChosen && mayEdit && <Grips />}
    </button>
  );
}
