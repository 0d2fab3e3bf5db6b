import type { Condition, SegmentReason } from '@hanasu/contract/segments';
import { numberText, readOneNumber } from '@hanasu/contract/typed-numbers';
import { ActionIcon, Menu, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNumberProblem, useNumberStyle } from '../../../entities/contact/use-number-style.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ChoicesField } from '../../../shell/components/ChoicesField.tsx';
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

/** As much is kept free below the rows while a list is open; see `.rows` of the style sheet. */
const LIST_HEIGHT = 220;

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
        <ChoicesField
          className={classes.choices ?? ''}
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
          maxDropdownHeight={LIST_HEIGHT}
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
  const style = useNumberStyle();
  const problemOf = useNumberProblem();
  const [draft, setDraft] = useState<string | null>(null);
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, isWhole } = slot;
  const read = (text: string): number | null => {
    const value = readOneNumber(text, style);
    return value === null || value < min || value > max || (isWhole && !Number.isInteger(value))
      ? null
      : value;
  };
  const isRefused = draft !== null && draft.trim() !== '' && read(draft) === null;
  const problem = isRefused && (problemOf(draft) ?? true);
  return (
    <TextInput
      className={classes.number}
      aria-label={label}
      inputMode={isWhole && min >= 0 ? 'numeric' : 'text'}
      value={draft ?? (slot.value === null ? '' : numberText(slot.value))}
      error={problem || isWrong}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value);
        const number = read(value);
        if (number !== null) onChange(slot.set(number));
      }}
      onBlur={() => {
        if (!isRefused) setDraft(null);
      }}
    />
  );
}
