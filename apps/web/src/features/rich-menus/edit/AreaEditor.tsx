import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { placeIn } from '../../../entities/channel/TapPicture.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { AreaButton, VideoPlace } from './AreaButton.tsx';
import classes from './AreaEditor.module.css';
import {
  type Box,
  besideBox,
  drawnBox,
  fitBox,
  guidesOf,
  HANDLES,
  type Handle,
  moveBox,
  overlapping,
  resizeBox,
  type Size,
  smallestIn,
  snapMoved,
  snapResized,
} from './area-geometry.ts';
import { partProps, useShowFields } from './lead-to-field.ts';
import {
  addArea,
  changeArea,
  duplicateArea,
  type Picture,
  type PictureArea,
  removeArea,
  VIDEO_ID,
} from './picture-draft.ts';
import { newPartId, usePictureEditing } from './use-picture-editing.ts';

interface AreaEditorProps {
  /** Null: there is none, or none yet. */
  url: string | null;
  /** The first picture is on its way. */
  isDrawing: boolean;
  /** Areas stand over their cells and stay there. */
  isLocked: boolean;
}

/** The picture with its tap areas: drawn, moved and resized with a pointer or the keyboard. */
export function AreaEditor({ url, isDrawing: isAwaited, isLocked }: AreaEditorProps) {
  const { t } = useWords();
  const { drawn, size, areaId, areasMax } = usePictureEditing();
  const { areas, video } = drawn;
  const stage = useRef<HTMLDivElement>(null);
  const chosen = areas.find(({ id }) => id === areaId);
  const over = overlapping(areas);
  const isFull = areas.length >= areasMax;
  const [isDrawing, setDrawing] = useState(false);
  const { live, said, onPointer, onKey, add, duplicate } = useAreaSteps(stage, isLocked, {
    isDrawing,
    onDrawn: () => setDrawing(false),
    onTap: useShowFields(areaId),
  });
  const numbers = areas.flatMap(({ id }, index) => (over.has(id) ? [index + 1] : []));
  return (
    <div className={classes.editor}>
      <fieldset className={classes.group} aria-label={t('menuEditor.areas')} {...onPointer}>
        <div
          ref={stage}
          className={classes.stage}
          style={{ aspectRatio: `${size.width} / ${size.height}`, maxWidth: fullyShown(size) }}
          data-free={!isLocked || undefined}
          data-drawing={isDrawing || undefined}
        >
          {url && <img src={url} alt="" draggable={false} className={classes.picture} />}
          {!url && isAwaited && <Skeleton className={classes.picture ?? ''} aria-hidden />}
          {video && (
            <VideoPlace
              box={live?.id === VIDEO_ID ? live.box : video}
              onKeyDown={(event) => onKey(event, { ...video, id: VIDEO_ID })}
            />
          )}
          {areas.map((area, index) => (
            <AreaButton
              key={area.id}
              area={area}
              box={live?.id === area.id ? live.box : area}
              number={index + 1}
              isOver={over.has(area.id)}
              isLocked={isLocked}
              onKeyDown={(event) => onKey(event, area)}
            />
          ))}
          {live?.id === null && <span className={classes.drawn} style={placeIn(live.box, size)} />}
        </div>
      </fieldset>
      {!isLocked && (
        <div className={classes.tools} {...partProps('areas')}>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            disabled={isFull}
            onClick={add}
          >
            {t('menuEditor.areaAdd')}
          </Button>
          <Button
            className={classes.byFinger ?? ''}
            variant={isDrawing ? 'filled' : 'default'}
            size="xs"
            leftSection={<Icon name="pencil" size={14} />}
            aria-pressed={isDrawing}
            disabled={isFull}
            onClick={() => setDrawing((old) => !old)}
          >
            {t(isDrawing ? 'menuEditor.drawingByFinger' : 'menuEditor.drawByFinger')}
          </Button>
          {chosen && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="copy" size={14} />}
              disabled={isFull}
              onClick={() => duplicate(chosen)}
            >
              {t('menuEditor.areaDuplicate')}
            </Button>
          )}
          <span className={classes.keys}>{t('menuEditor.keys')}</span>
        </div>
      )}
      {numbers.length > 0 && (
        <p className={classes.overlap}>
          <Icon name="triangle-alert" size={14} />
          {t('menuEditor.overlap', { numbers: numbers.join(', ') })}
        </p>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/** So wide that all of it is seen at once. */
const fullyShown = ({ width, height }: Size): string => `calc(68dvh * ${width / height})`;

interface Gesture {
  /** Null: a new one is drawn. */
  readonly id: string | null;
  readonly handle: Handle | null;
  readonly box: Box;
  readonly from: { readonly x: number; readonly y: number };
}

/** In css pixels. */
const SNAP_PX = 7;
const SLIP_PX = 4;
const STEP = 10;
const FAR_STEP = 50;
const WAYS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A finger scrolls the page, unless the next area is to be drawn with it. */
interface Drawing {
  readonly isDrawing: boolean;
  readonly onDrawn: () => void;
  /** An area was chosen by a tap or a key, not moved. */
  readonly onTap: () => void;
}

type Placed = Box & Pick<PictureArea, 'id'>;
const placedOf = ({ areas, video }: Picture): Placed[] =>
  video ? [...areas, { ...video, id: VIDEO_ID }] : [...areas];

/** What pointers and keys do with areas. */
function useAreaSteps(
  stage: { readonly current: HTMLElement | null },
  isLocked: boolean,
  { isDrawing, onDrawn, onTap }: Drawing,
) {
  const { t } = useWords();
  const { drawn, size, editPicture, mayEdit, setArea, areasMax } = usePictureEditing();
  const { areas, video } = drawn;
  const gesture = useRef<Gesture>(null);
  const wasMoved = useRef(false);
  const [live, setLive] = useState<{ id: string | null; box: Box } | null>(null);
  const [said, setSaid] = useState('');
  const toFocus = useRef<string | null>(null);
  // What keys have made gets the focus, and what stands beside what they have removed.
  useEffect(() => {
    if (toFocus.current === null || areas.length === 0) return;
    stage.current?.querySelector<HTMLElement>(`[data-area="${toFocus.current}"]`)?.focus();
    toFocus.current = null;
  }, [areas, stage]);
  const isFull = areas.length >= areasMax;
  /** Cells hold their areas; the video's place is held by nothing. */
  const isOff = (id: string | null) => !mayEdit || (isLocked && id !== VIDEO_ID);
  const say = (box: Box) => setSaid(t('menuEditor.placed', { ...box }));
  const put = (id: string, box: Box, group?: string) => {
    editPicture((before) => changeArea(before, id, box), group);
    say(box);
  };
  const scale = () => size.width / Math.max(1, stage.current?.getBoundingClientRect().width ?? size.width);
  const pointAt = ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = stage.current?.getBoundingClientRect();
    return { x: (clientX - (box?.left ?? 0)) * scale(), y: (clientY - (box?.top ?? 0)) * scale() };
  };
  const insert = (box: Box, copied?: string) => {
    const id = newPartId();
    const part = { place: box, id };
    editPicture((before) => (copied ? duplicateArea(before, copied, part) : addArea(before, part)));
    setArea(id);
    toFocus.current = id;
    say(box);
  };
  const duplicate = (area: Placed) => insert(besideBox(area, size), area.id);
  const boxOf = ({ id, handle, box, from }: Gesture, to: { x: number; y: number }): Box | null => {
    const by = { x: to.x - from.x, y: to.y - from.y };
    const others = [...areas.filter((area) => area.id !== id), ...(video && id !== VIDEO_ID ? [video] : [])];
    const snap = { guides: guidesOf(size, others), reach: SNAP_PX * scale() };
    if (id === null) {
      const drawn = drawnBox(from, to, size);
      return drawn && snapResized(drawn, { ...snap, handle: { x: 1, y: 1 } }, size);
    }
    if (handle) return snapResized(resizeBox(box, { handle, by }, size), { ...snap, handle }, size);
    return snapMoved(moveBox(box, by, size), snap, size);
  };
  const end = () => {
    gesture.current = null;
    setLive(null);
  };
  return {
    live,
    said,
    duplicate,
    add() {
      const least = smallestIn(size);
      const width = Math.max(least.width, Math.round(size.width / 3));
      const height = Math.max(least.height, Math.round(size.height / 2));
      const places = [0, 0.5].flatMap((y) =>
        [0, 1 / 3, 2 / 3].map((x) => ({ x: x * size.width, y: y * size.height, width, height })),
      );
      const boxes = places.map((place) => fitBox(place, size));
      const free = boxes.find((box) => overlapping([...areas, { ...box, id: '' }]).has('') === false);
      insert(free ?? fitBox({ x: size.width / 3, y: size.height / 4, width, height }, size));
    },
    onPointer: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasMoved.current = false;
        if (event.button !== 0 || !(event.target instanceof HTMLElement)) return;
        const touched = event.target.closest<HTMLElement>('[data-area]')?.dataset.area ?? null;
        const id = isDrawing ? null : touched;
        if (isOff(id)) return;
        const area = placedOf(drawn).find((each) => each.id === id);
        if (!area && ((event.pointerType === 'touch' && !isDrawing) || isFull)) return;
        const [x, y] = event.target.dataset.grip?.split(',').map(Number) ?? [];
        const handle = HANDLES.find((each) => each.x === x && each.y === y) ?? null;
        const from = pointAt(event);
        gesture.current = {
          id: area?.id ?? null,
          handle,
          from,
          box: area ?? { ...from, width: 0, height: 0 },
        };
        event.currentTarget.setPointerCapture(event.pointerId);
        setArea(area?.id ?? null);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!gesture.current) return;
        const to = pointAt(event);
        const { from, id } = gesture.current;
        const isSlip = Math.hypot(to.x - from.x, to.y - from.y) < SLIP_PX * scale();
        const box = isSlip && !live ? null : boxOf(gesture.current, to);
        setLive(box && { id, box });
      },
      onPointerUp() {
        const { id } = gesture.current ?? {};
        wasMoved.current = live !== null;
        if (live && id) put(id, live.box);
        else if (live && id === null) {
          insert(live.box);
          onDrawn();
        }
        end();
      },
      onPointerCancel: end,
      onClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
        // After a captured pointer the click is at the group itself.
        const isAtArea =
          target === currentTarget || (target instanceof Element && target.closest('[data-area]'));
        if (isAtArea && !wasMoved.current) onTap();
        wasMoved.current = false;
      },
    },
    onKey(event: KeyboardEvent<HTMLElement>, area: Placed) {
      if (isOff(area.id)) return;
      const way = WAYS[event.key];
      if (way) {
        event.preventDefault();
        const step = event.shiftKey ? FAR_STEP : STEP;
        const by = { x: way.x * step, y: way.y * step };
        const box = event.altKey
          ? resizeBox(area, { handle: { x: way.x === 0 ? 0 : 1, y: way.y === 0 ? 0 : 1 }, by }, size)
          : moveBox(area, by, size);
        put(area.id, box, `keys.${area.id}`);
      } else if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault();
        const index = areas.findIndex(({ id }) => id === area.id);
        toFocus.current = (areas[index + 1] ?? areas[index - 1])?.id ?? null;
        editPicture((before) => removeArea(before, area.id));
        setSaid(t('menuEditor.areaRemoved'));
      } else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        if (!isFull && area.id !== VIDEO_ID) duplicate(area);
      }
    },
  };
}
