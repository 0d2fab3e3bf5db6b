import { PICTURE_ICONS, type PictureCell } from '@hanasu/contract/menu-pictures';
import { Group, Select, TextInput } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { ColorField } from '../../../shell/components/ColorField.tsx';
import { PhotoField } from './PhotoField.tsx';
import { CELL_TEXT_MAX, changeCell, colorsIn, composedOf, tooLong } from './picture-draft.ts';
import { usePictureEditing } from './use-picture-editing.ts';

const HEX = /^#[0-9a-f]{6}$/;
const PLAIN_COLORS = ['#ffffff', '#f6f3ea', '#eef1f5'];

interface PictureColorFieldProps {
  label: string;
  value: string | null;
  /** Null is not offered when absent. */
  placeholder?: string;
  onChange: (color: string | null) => void;
}

/** A colour; those of the picture come before the usual ones. */
export function PictureColorField({ label, value, placeholder, onChange }: PictureColorFieldProps) {
  const { drawn } = usePictureEditing();
  return (
    <ColorField
      label={label}
      colors={[...colorsIn(drawn), ...PLAIN_COLORS]}
      placeholder={placeholder ?? ''}
      value={value ?? ''}
      onChange={(next) => {
        if (HEX.test(next)) onChange(next);
        else if (next === '' && placeholder) onChange(null);
      }}
    />
  );
}

/** What is drawn in the cell under the area. */
export function CellFields({ areaId, index }: { areaId: string; index: number }) {
  const { t } = useWords();
  const { drawn, editPicture, labelMax } = usePictureEditing();
  const cell = composedOf(drawn)?.cells[index];
  if (!cell) return null;
  const set = (change: Partial<PictureCell>, group?: string) =>
    editPicture(
      (before) => changeCell(before, { index, labelMax, areaId }, change),
      group && `${group}.${areaId}`,
    );
  return (
    <>
      <TextInput
        label={t('menuEditor.cellText')}
        value={cell.text}
        error={tooLong(cell.text, CELL_TEXT_MAX) && t('menuEditor.tooLong', { count: CELL_TEXT_MAX })}
        onChange={(event) => set({ text: event.currentTarget.value }, 'text')}
      />
      <Select
        label={t('menuEditor.icon')}
        placeholder={t('menuEditor.noIcon')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('menuEditor.noIcon') }}
        nothingFoundMessage={t('contact.noOption')}
        data={PICTURE_ICONS.map((value) => ({ value, label: t(`menuEditor.icons.${value}`) }))}
        value={cell.icon}
        onChange={(value) => set({ icon: PICTURE_ICONS.find((name) => name === value) ?? null })}
      />
      <PhotoField
        label={t('menuEditor.photo')}
        value={cell.fileUuid}
        onChange={(fileUuid) => set({ fileUuid })}
      />
      <Group grow align="flex-start" gap="xs">
        <PictureColorField
          label={t('menuEditor.fill')}
          placeholder={t('menuEditor.noFill')}
          value={cell.fill}
          onChange={(fill) => set({ fill }, 'fill')}
        />
        <PictureColorField
          label={t('menuEditor.color')}
          value={cell.color}
          onChange={(color) => color && set({ color }, 'color')}
        />
      </Group>
    </>
  );
}
