import { drawPicture, type PictureSource } from '@hanasu/contract/menu-pictures';
import { Alert, Select, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { drawnQuery } from '../rich-menus.queries.ts';
import { AreaEditor } from './AreaEditor.tsx';
import type { Size } from './area-geometry.ts';
import { PictureColorField } from './CellFields.tsx';
import classes from './MenuEdit.module.css';
import { PhotoField } from './PhotoField.tsx';
import { type Composed, changeComposed, composedOf, isOverCells } from './picture-draft.ts';
import { usePictureEditing } from './use-picture-editing.ts';

/** While it is typed nothing is drawn. */
const QUIET_MS = 250;
/** Wide enough for the screen; what is sent is drawn larger. */
const SHOWN_WIDTH = 1_250;
const NOTHING: Composed = {
  kind: 'composed',
  background: '#ffffff',
  fileUuid: null,
  line: null,
  font: 'sans',
  cells: [],
};

/** The server’s drawing of a picture, as it is after the last change. */
export function useDrawn(picture: PictureSource | null, size: Size) {
  const [source] = useDebouncedValue(picture, QUIET_MS);
  const mayDraw = usePermission(drawPicture);
  const width = Math.min(size.width, SHOWN_WIDTH);
  const height = Math.round((size.height * width) / size.width);
  return useQuery({
    ...drawnQuery({ source: source ?? NOTHING, width, height }),
    enabled: mayDraw && source !== null && picture !== null,
  });
}

interface DrawnPictureProps {
  /** Areas stand over their cells and stay there. */
  isLocked: boolean;
  isFree: boolean;
  onFree: (isFree: boolean) => void;
  /** While there is no picture. */
  empty: string;
}

/** The picture with its tap areas, and what is to be said about it. */
export function DrawnPicture({ isLocked, isFree, onFree, empty }: DrawnPictureProps) {
  const { t } = useWords();
  const { drawn, known, size, mayEdit } = usePictureEditing();
  const drawing = useDrawn(known.picture, size);
  return (
    <>
      <AreaEditor
        url={drawn.picture ? (drawing.data?.url ?? null) : null}
        isDrawing={drawn.picture !== null && drawing.isLoading}
        isLocked={isLocked}
      />
      {drawn.picture ? <DrawnNotes drawing={drawing} /> : <p className={classes.note}>{empty}</p>}
      {isOverCells(drawn, size) && (
        <Switch
          label={t('menuEditor.free')}
          description={t('menuEditor.freeHelp')}
          disabled={!mayEdit}
          checked={isFree}
          onChange={(event) => onFree(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function DrawnNotes({ drawing: { data, isError, error } }: { drawing: ReturnType<typeof useDrawn> }) {
  const { t } = useWords();
  const mayDraw = usePermission(drawPicture);
  if (!mayDraw) return <p className={classes.note}>{t('menuEditor.notDrawn')}</p>;
  if (isError)
    return (
      <Alert color="red" role="alert">
        {errorMessage(error)}
      </Alert>
    );
  const notes = [
    data?.tooHeavy && t('menuEditor.halfSize'),
    data && data.missing.length > 0 && t('menuEditor.missing', { characters: data.missing.join(' ') }),
  ].filter((note) => typeof note === 'string');
  return notes.map((note) => (
    <p key={note} className={classes.warning}>
      <Icon name="triangle-alert" size={14} /> {note}
    </p>
  ));
}

const FONTS = ['sans', 'serif'] as const;

/** What all cells share. */
export function ComposeFields() {
  const { t } = useWords();
  const { drawn, editPicture, mayEdit } = usePictureEditing();
  const composed = composedOf(drawn);
  if (!composed) return null;
  const set = (change: Partial<Composed>, group: string) =>
    editPicture((before) => changeComposed(before, change), `${group}.all`);
  return (
    <fieldset disabled={!mayEdit} className={classes.tools}>
      <PictureColorField
        label={t('menuEditor.background')}
        value={composed.background}
        onChange={(background) => background && set({ background }, 'background')}
      />
      <PictureColorField
        label={t('menuEditor.line')}
        placeholder={t('menuEditor.noLine')}
        value={composed.line}
        onChange={(line) => set({ line }, 'line')}
      />
      <PhotoField
        label={t('menuEditor.backgroundPhoto')}
        value={composed.fileUuid}
        onChange={(fileUuid) => set({ fileUuid }, 'backgroundPhoto')}
      />
      <Select
        label={t('menuEditor.font')}
        allowDeselect={false}
        data={FONTS.map((value) => ({ value, label: t(`menuEditor.fonts.${value}`) }))}
        value={composed.font}
        onChange={(value) => set({ font: FONTS.find((font) => font === value) ?? 'sans' }, 'font')}
      />
    </fieldset>
  );
}
