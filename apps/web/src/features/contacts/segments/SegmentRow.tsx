import type { Condition, SegmentReason } from '@hanasu/contract/segments';
import { ActionIcon, Menu, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Segments.module.css';
import type { DraftRow } from './segment-draft.ts';
import type { Slot, SlotName } from './slots.ts';
import { useSentences, type Worded } from './use-sentences.ts';

interface SegmentRowProps {
  row: DraftRow;
  /** Shown only from when the person has seen the row. */
  problem: SegmentReason | 'unfinished' | undefined;
  /** At the innermost level a row has no group around it that could turn it round. */
  canTurn: boolean;
  canCopy: boolean;
  /** It was just added: the person goes on in it. */
  isFresh: boolean;
  onChange: (row: DraftRow) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** One condition, as a sentence with places to fill. */
export function SegmentRow(props: SegmentRowProps) {
  const { row, problem, canCopy, isFresh, onChange, onCopy, onRemove } = props;
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFresh) place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isFresh]);
  const { t } = useWords();
  const { wordRow } = useSentences([row.condition]);
  const worded = wordRow(row);
  const { parts, isPlainNot, sentence } = worded;
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <li ref={place} className={classes.row} data-wrong={problem !== undefined || undefined}>
      <fieldset className={classes.sentence} aria-label={t('segments.row', { sentence })}>
        {isPlainNot && <span className={classes.not}>{t('segments.not')}</span>}
        {parts.map((part) =>
          part.slot ? (
            <SlotField
              key={part.key}
              name={part.name}
              slot={part.slot}
              isWrong={problem !== undefined}
              onChange={(condition) => onChange({ ...row, condition, word: worded.phrase?.word ?? null })}
            />
          ) : (
            <span key={part.key}>{part.text.trim()}</span>
          ),
        )}
      </fieldset>
      <div className={classes.rowActions}>
        <WordingMenu {...props} worded={worded} />
        {canCopy && (
          <ActionIcon {...button} aria-label={t('segments.copy', { sentence })} onClick={onCopy}>
            <Icon name="copy" size={15} />
          </ActionIcon>
        )}
        <ActionIcon {...button} aria-label={t('segments.remove', { sentence })} onClick={onRemove}>
          <Icon name="x" />
        </ActionIcon>
      </div>
      {problem && (
        <p className={classes.problem}>
          <Icon name="triangle-alert" size={14} />
          {problem === 'unfinished' ? t('segments.unfinished') : t(`segments.problems.${problem}`)}
        </p>
      )}
    </li>
  );
}

/** Other ways to word the condition; the opposite, where no wording says it. */
function WordingMenu({ row, canTurn, onChange, worded }: SegmentRowProps & { worded: Worded }) {
  const { t } = useWords();
  const { condition } = row;
  const { offer } = useSentences([condition]);
  const phrases = worded.phrases.filter(({ isNot }) => canTurn || !isNot);
  const canTurnPlain =
    canTurn && (worded.isPlainNot || !phrases.some(({ isNot, fits }) => isNot && fits(condition)));
  if (condition.kind === 'unreadable' || (phrases.length < 2 && !canTurnPlain)) return null;
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={t('segments.change', { sentence: worded.sentence })}
        >
          <Icon name="chevron-down" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {phrases.map((phrase) => (
          <Menu.Item
            key={phrase.word}
            aria-current={phrase === worded.phrase && !worded.isPlainNot}
            rightSection={
              phrase === worded.phrase && !worded.isPlainNot ? <Icon name="check" size={14} /> : null
            }
            onClick={() =>
              onChange({
                ...row,
                condition: phrase.fits(condition) ? condition : phrase.turn(condition),
                isNot: phrase.isNot,
                word: phrase.word,
              })
            }
          >
            {offer(phrase, condition)}
          </Menu.Item>
        ))}
        {canTurnPlain && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="rotate-ccw" size={14} />}
              onClick={() => onChange({ ...row, isNot: !row.isNot })}
            >
              {t('segments.turnAround')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SlotFieldProps {
  name: SlotName;
  slot: Slot;
  isWrong: boolean;
  onChange: (condition: Condition) => void;
}

/** A place in a sentence, as the field that fills it. */
function SlotField({ name, slot, isWrong, onChange }: SlotFieldProps) {
  const { t } = useWords();
  const label = t(`segments.slots.${name}`);
  switch (slot.is) {
    case 'choices':
      return (
        <MultiSelect
          className={classes.choices}
          size="sm"
          aria-label={label}
          data={[...slot.options]}
          value={[...slot.values]}
          onChange={(values) => onChange(slot.set(values))}
          placeholder={slot.values.length === 0 ? (slot.none ?? t('segments.slots.choose')) : ''}
          error={isWrong && slot.values.length === 0 && slot.none === undefined}
          searchable
          nothingFoundMessage={t('contact.noOption')}
          hidePickedOptions
          maxValues={50}
          comboboxProps={{ width: 260, position: 'bottom-start' }}
        />
      );
    case 'one':
      return (
        <Select
          className={classes.choices}
          size="sm"
          aria-label={label}
          data={[...slot.options]}
          value={slot.value || null}
          onChange={(value) => value !== null && onChange(slot.set(value))}
          placeholder={t('segments.slots.choose')}
          error={isWrong && slot.value === ''}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('contact.noOption')}
          comboboxProps={{ width: 260, position: 'bottom-start' }}
        />
      );
    case 'number':
      return <NumberSlot label={label} slot={slot} isWrong={isWrong} onChange={onChange} />;
    case 'day':
      return (
        <TextInput
          type="date"
          className={classes.day}
          aria-label={label}
          value={slot.value}
          error={isWrong}
          onChange={(event) => onChange(slot.set(event.currentTarget.value))}
        />
      );
    default:
      return (
        <TextInput
          className={classes.text}
          aria-label={label}
          value={slot.value}
          maxLength={200}
          error={isWrong}
          onChange={(event) => onChange(slot.set(event.currentTarget.value))}
        />
      );
  }
}

interface NumberSlotProps extends Omit<SlotFieldProps, 'name' | 'slot'> {
  label: string;
  slot: Extract<Slot, { is: 'number' }>;
}

/** While nothing stands in it, the number that was there before counts; it comes back when the field is left. */
function NumberSlot({ label, slot, isWrong, onChange }: NumberSlotProps) {
  const [isBlank, setBlank] = useState(false);
  return (
    <NumberInput
      className={classes.number}
      aria-label={label}
      value={isBlank ? '' : (slot.value ?? '')}
      min={slot.min ?? Number.MIN_SAFE_INTEGER}
      max={slot.max ?? Number.MAX_SAFE_INTEGER}
      allowDecimal={!slot.isWhole}
      allowNegative={(slot.min ?? -1) < 0}
      clampBehavior="strict"
      hideControls
      error={isWrong}
      onChange={(value) => {
        setBlank(typeof value !== 'number');
        if (typeof value === 'number') onChange(slot.set(value));
      }}
      onBlur={() => setBlank(false)}
    />
  );
}
