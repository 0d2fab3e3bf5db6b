import { RICH_MESSAGE_WIDTHS, type RichMessageArea } from '@hanasu/contract/rich-messages';
import { Button, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isWholeNumber, WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { AreaList } from '../edit/AreaList.tsx';
import { ComposeFields, DrawnPicture } from '../edit/DrawnPicture.tsx';
import { partProps } from '../edit/lead-to-field.ts';
import classes from '../edit/MenuEdit.module.css';
import { PictureUpload } from '../edit/PictureUpload.tsx';
import { isOverCells, tooLong } from '../edit/picture-draft.ts';
import { newPartId, usePictureEditing } from '../edit/use-picture-editing.ts';
import {
  ALT_TEXT_MAX,
  applyGrid,
  drawHere,
  gridOf,
  HEIGHT_MAX,
  HEIGHT_MIN,
  MESSAGE_GRIDS,
  SHAPE_NAMES,
  SHAPES,
  setAction,
  setHeight,
  shapeOf,
} from './message-draft.ts';
import parts from './RichMessages.module.css';
import { lacksAddress, pictureUrl } from './shown-message.ts';
import { useMessageEditing } from './use-message-draft.ts';
import { VideoFields } from './VideoFields.tsx';

/** Picture, tap areas, alternative text and video. `isAsked`: what is missing stands beside its field. */
export function MessageTab({ isAsked }: { isAsked: boolean }) {
  const { t } = useWords();
  const { draft } = useMessageEditing();
  const [isFree, setFree] = useState(false);
  const { drawn, size } = usePictureEditing();
  const isLocked = isOverCells(drawn, size) && !isFree;
  return (
    <div className={classes.panes}>
      <div className={classes.work}>
        <Tools />
        <DrawnPicture
          isLocked={isLocked}
          isFree={isFree}
          onFree={setFree}
          empty={t('messageEditor.noPicture')}
        />
      </div>
      <div className={classes.side}>
        <AreaList isLocked={isLocked}>
          {(areaId) => {
            const area = draft.areas.find(({ id }) => id === areaId);
            return area && <TapFields area={area} />;
          }}
        </AreaList>
      </div>
      <div className={classes.work}>
        <ComposeFields />
        <AltText isAsked={isAsked} />
        <VideoFields />
        <Widths />
      </div>
    </div>
  );
}

/** Shape, layout, and where the picture comes from. */
function Tools() {
  const { t } = useWords();
  const format = useFormat();
  const { draft, edit, mayEdit } = useMessageEditing();
  const { height, picture } = draft;
  return (
    <fieldset disabled={!mayEdit} className={classes.tools}>
      <Select
        label={t('messageEditor.shape')}
        placeholder={t('messageEditor.shapeFree')}
        allowDeselect={false}
        data={SHAPE_NAMES.map((value) => ({ value, label: t(`messageEditor.shapes.${value}`) }))}
        value={shapeOf(height)}
        onChange={(value) => {
          const shape = SHAPE_NAMES.find((name) => name === value);
          if (shape) edit((before) => setHeight(before, SHAPES[shape]));
        }}
      />
      <WholeNumberInput
        label={t('messageEditor.height', {
          from: format.number(HEIGHT_MIN),
          to: format.number(HEIGHT_MAX),
        })}
        min={HEIGHT_MIN}
        max={HEIGHT_MAX}
        value={height}
        onBlur={(value) => {
          if (isWholeNumber(value)) edit((before) => setHeight(before, value));
        }}
      />
      <Select
        label={t('menuEditor.grid')}
        {...partProps('picture')}
        placeholder={t(picture ? 'menuEditor.gridFree' : 'menuEditor.gridChoose')}
        allowDeselect={false}
        data={MESSAGE_GRIDS.map((value) => ({ value, label: t(`menuEditor.grids.${value}`) }))}
        value={gridOf(draft)}
        onChange={(value) => {
          const grid = MESSAGE_GRIDS.find((name) => name === value);
          if (grid) edit((before) => applyGrid(before, { grid, newId: newPartId }));
        }}
      />
      <PictureUpload />
      {picture?.kind === 'upload' && (
        <Button
          variant="default"
          leftSection={<Icon name="palette" size={14} />}
          onClick={() => edit((before) => drawHere(before, newPartId))}
        >
          {t('menuEditor.drawHere')}
        </Button>
      )}
    </fieldset>
  );
}

const KINDS = ['message', 'link', 'copy'] as const;
type Tap = NonNullable<RichMessageArea['action']>;
const firstOf = (kind: Tap['kind'], label: string): Tap => {
  switch (kind) {
    case 'message':
      return { kind, text: label };
    case 'link':
      return { kind, url: 'https://' };
    case 'copy':
      return { kind, text: '' };
    default:
      return kind satisfies never;
  }
};

/** What a tap on the area does. */
function TapFields({ area: { id, label, action } }: { area: RichMessageArea }) {
  const { t } = useWords();
  const { edit } = useMessageEditing();
  const set = (next: Tap, group?: string) =>
    edit((before) => setAction(before, id, next), group && `${group}.${id}`);
  return (
    <>
      <Select
        label={t('menuEditor.action')}
        {...partProps('action')}
        placeholder={t('menuEditor.chooseAction')}
        data={KINDS.map((value) => ({ value, label: t(`messageEditor.kinds.${value}`) }))}
        allowDeselect={false}
        value={action?.kind ?? null}
        onChange={(value) => {
          const kind = KINDS.find((each) => each === value);
          if (kind && kind !== action?.kind) set(firstOf(kind, label));
        }}
      />
      {action?.kind === 'link' && (
        <TextInput
          {...partProps('tap')}
          label={t('menuEditor.url')}
          maxLength={1_000}
          value={action.url}
          error={action.url.trim() === '' && t('fields.required')}
          onChange={(event) => set({ kind: 'link', url: event.currentTarget.value }, 'link')}
        />
      )}
      {(action?.kind === 'message' || action?.kind === 'copy') && (
        <Textarea
          {...partProps('tap')}
          label={t(action.kind === 'message' ? 'menuEditor.messageText' : 'menuEditor.copyText')}
          autosize
          maxLength={action.kind === 'message' ? 400 : 1_000}
          value={action.text}
          error={action.text.trim() === '' && t('fields.required')}
          onChange={(event) => set({ ...action, text: event.currentTarget.value }, action.kind)}
        />
      )}
    </>
  );
}

function AltText({ isAsked }: { isAsked: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const { draft, edit, mayEdit } = useMessageEditing();
  const id = useId();
  const { altText } = draft;
  const count = [...new Intl.Segmenter().segment(altText.trim())].length;
  return (
    <fieldset disabled={!mayEdit} className={parts.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('messageEditor.altTitle')}
      </h2>
      <Textarea
        label={t('messageEditor.alt')}
        {...partProps('altText')}
        description={t('messageEditor.altHelp', {
          number: format.number(count),
          max: format.number(ALT_TEXT_MAX),
        })}
        autosize
        minRows={2}
        maw={560}
        value={altText}
        error={
          tooLong(altText, ALT_TEXT_MAX)
            ? t('menuEditor.tooLong', { count: ALT_TEXT_MAX })
            : isAsked && altText.trim() === '' && t('messageEditor.problem.no_alt_text')
        }
        onChange={(event) => {
          const text = event.currentTarget.value;
          edit((before) => ({ ...before, altText: text }), 'altText');
        }}
      />
    </fieldset>
  );
}

/** What LINE’s app loads. */
function Widths() {
  const { t } = useWords();
  const { message, draft } = useMessageEditing();
  const id = useId();
  if (!draft.picture) return null;
  return (
    <section className={parts.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('messageEditor.widthsTitle')}
      </h2>
      <Stack gap={4}>
        <p className={classes.note}>
          {t(message.baseUrl ? 'messageEditor.widths' : 'messageEditor.widthsWaiting')}
        </p>
        {message.baseUrl && (
          <ul className={parts.widths}>
            {RICH_MESSAGE_WIDTHS.map((width) => (
              <li key={width}>
                <a href={pictureUrl(message, width) ?? ''} target="_blank" rel="noopener noreferrer">
                  {width} px
                </a>
              </li>
            ))}
          </ul>
        )}
        {lacksAddress(message) && <p className={classes.note}>{t('messageEditor.noPublicUrl')}</p>}
      </Stack>
    </section>
  );
}
