import { Button, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isWholeNumber, WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './AreaPanel.module.css';
import { type Box, boundsOf, fitBox } from './area-geometry.ts';
import { CellFields } from './CellFields.tsx';
import { areaFieldsProps, partProps } from './lead-to-field.ts';
import { cellUnder, changeArea, type PictureArea, removeArea, tooLong } from './picture-draft.ts';
import { usePictureEditing } from './use-picture-editing.ts';

interface AreaListProps {
  /** Areas stand over their cells and stay there. */
  isLocked: boolean;
  /** What is drawn in a cell can be changed with the area over it. */
  hasCell?: (index: number) => boolean;
  /** What a tap on the chosen area does: fields, or words about it. */
  children: (areaId: string) => ReactNode;
}

/** Every tap area, and the fields of the chosen one. */
export function AreaList({ isLocked, hasCell = () => true, children }: AreaListProps) {
  const { t } = useWords();
  const { drawn, size, areaId, setArea, mayEdit, wordsOf, wrong } = usePictureEditing();
  const { areas } = drawn;
  const area = areas.find((each) => each.id === areaId);
  const id = useId();
  const cell = area ? cellUnder(drawn, area.id, size) : null;
  const fields = area && children(area.id);
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('menuEditor.onTap')}
      </h2>
      {areas.length === 0 && <p className={classes.note}>{t('menuEditor.noAreas')}</p>}
      <ol className={classes.list}>
        {areas.map((each, index) => (
          <li key={each.id}>
            <button
              type="button"
              className={classes.item}
              aria-current={each === area || undefined}
              onClick={() => setArea(each.id)}
            >
              <span className={classes.number}>{index + 1}</span>
              <span className={classes.words}>
                {each.label || t('menuEditor.unnamed')}
                <small>{wordsOf(each)}</small>
              </span>
              {wrong.has(each.id) && each.action !== null && (
                <Icon name="triangle-alert" size={14} label={t('menuEditor.hasProblem')} />
              )}
            </button>
          </li>
        ))}
      </ol>
      {area && (
        <fieldset key={area.id} disabled={!mayEdit} className={classes.fields} {...areaFieldsProps(area.id)}>
          <legend>{t('menuEditor.areaNumber', { number: areas.indexOf(area) + 1 })}</legend>
          <Stack gap="sm">
            {cell !== null && hasCell(cell) && <CellFields areaId={area.id} index={cell} />}
            {typeof fields === 'string' ? <p className={classes.note}>{fields}</p> : fields}
            <LabelField area={area} />
            {!isLocked && <PlaceFields areaId={area.id} box={area} />}
            {!isLocked && <RemoveArea areaId={area.id} />}
          </Stack>
        </fieldset>
      )}
    </section>
  );
}

function LabelField({ area }: { area: PictureArea }) {
  const { t } = useWords();
  const { editPicture, labelMax } = usePictureEditing();
  return (
    <TextInput
      label={t('menuEditor.label')}
      {...partProps('label')}
      description={t('menuEditor.labelHelp')}
      value={area.label}
      error={tooLong(area.label, labelMax) && t('menuEditor.tooLong', { count: labelMax })}
      onChange={(event) => {
        const label = event.currentTarget.value;
        editPicture((before) => changeArea(before, area.id, { label }), `label.${area.id}`);
      }}
    />
  );
}

const SIDES = ['x', 'y', 'width', 'height'] as const;
/** Fields for the place of an area, for people who do not drag. */
export function PlaceFields({ areaId, box }: { areaId: string; box: Box }) {
  const { t } = useWords();
  const { size, editPicture } = usePictureEditing();
  const bounds = boundsOf(box, size);
  return (
    <div className={classes.numbers} {...partProps('place')}>
      {SIDES.map((side) => (
        <WholeNumberInput
          key={side}
          label={t(`menuEditor.sides.${side}`)}
          {...bounds[side]}
          value={box[side]}
          onBlur={(value) => {
            const { x, y, width, height } = box;
            if (isWholeNumber(value) && value !== box[side])
              editPicture((before) =>
                changeArea(before, areaId, fitBox({ x, y, width, height, [side]: value }, size)),
              );
          }}
        />
      ))}
    </div>
  );
}

function RemoveArea({ areaId }: { areaId: string }) {
  const { t } = useWords();
  const { editPicture, setArea } = usePictureEditing();
  return (
    <Button
      variant="outline"
      color="red"
      leftSection={<Icon name="trash-2" size={14} />}
      onClick={() => {
        editPicture((before) => removeArea(before, areaId));
        setArea(null);
      }}
    >
      {t('menuEditor.areaRemove')}
    </Button>
  );
}
