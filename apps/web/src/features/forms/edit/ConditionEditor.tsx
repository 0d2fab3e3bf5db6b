import type { FormCondition, FormField } from '@hanasu/contract/form-definition';
import { ActionIcon, Button, Group as Buttons, Select } from '@mantine/core';
import { useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Condition.module.css';
import { ConditionRow, firstRow, type Item, itemOf, rowOf } from './ConditionRow.tsx';

type Group = FormCondition['kind'];
type Inner = Extract<Item, { items: unknown }>;
const GROUPS: readonly Group[] = ['and', 'or', 'not'];
const ITEMS_MAX = 30;

interface ConditionEditorProps {
  condition: FormCondition | null;
  /** That can be asked about. */
  earlier: readonly FormField[];
  onChange: (condition: FormCondition | null) => void;
}

/** When a question is shown, as sentences with places to fill. */
export function ConditionEditor({ condition, earlier, onChange }: ConditionEditorProps) {
  const { t } = useWords();
  const { part, last, buttons } = useFocus();
  const nearest = earlier.at(-1);
  const items = condition?.items ?? [];
  const set = (next: Item[]) =>
    onChange(next.length > 0 ? { kind: condition?.kind ?? 'and', items: next } : null);
  const add = (item: Item) => {
    set([...items, item]);
    last();
  };
  const remove = (index: number) => {
    set(items.toSpliced(index, 1));
    buttons();
  };
  if (!condition && !nearest) return null;
  return (
    <fieldset className={classes.part} ref={part}>
      <legend>{t('formEditor.showIf')}</legend>
      {!condition && <p className={classes.note}>{t('formEditor.showAlways')}</p>}
      {condition && (condition.items.length > 1 || condition.kind === 'not') && (
        <GroupSelect kind={condition.kind} onChange={(kind) => onChange({ ...condition, kind })} />
      )}
      <ul className={classes.rows}>
        {items.map((item, index) => {
          const number = index + 1;
          const row = rowOf(item);
          const replace = (next: Item) => set(items.with(index, next));
          return (
            <li key={number}>
              {row ? (
                <ConditionRow
                  row={row}
                  number={number}
                  earlier={earlier}
                  onChange={(next) => replace(itemOf(next))}
                  onRemove={() => remove(index)}
                />
              ) : (
                'items' in item && (
                  <InnerGroup
                    group={item}
                    number={number}
                    earlier={earlier}
                    onChange={replace}
                    onRemove={() => remove(index)}
                  />
                )
              )}
            </li>
          );
        })}
      </ul>
      {nearest && items.length < ITEMS_MAX && (
        <Buttons gap={4} data-adds>
          <AddButton words={t('formEditor.conditionAdd')} onClick={() => add(itemOf(firstRow(nearest)))} />
          {condition && (
            <AddButton
              words={t('formEditor.groupAdd')}
              onClick={() => add(innerOf(condition.kind, nearest))}
            />
          )}
        </Buttons>
      )}
    </fieldset>
  );
}

/** New inner group: combines rows the other way (and/or). It starts with two rows, as one alone is no group. */
const innerOf = (outer: Group, field: FormField): Inner => ({
  kind: outer === 'or' ? 'and' : 'or',
  items: [firstRow(field).answer, firstRow(field).answer],
});

/** Moves the focus after a row was added or removed. */
function useFocus() {
  const part = useRef<HTMLFieldSetElement>(null);
  const later = (find: (list: HTMLElement) => HTMLElement | null | undefined) =>
    setTimeout(() => part.current && find(part.current)?.focus());
  return {
    part,
    last: () => later((list) => list.querySelector<HTMLElement>(':scope > ul > li:last-child input')),
    buttons: () => later((list) => list.querySelector<HTMLElement>(':scope > [data-adds] button')),
  };
}

function AddButton({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <Button variant="subtle" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
      {words}
    </Button>
  );
}

function GroupSelect({ kind, onChange }: { kind: Group; onChange: (kind: Group) => void }) {
  const { t } = useWords();
  return (
    <Select
      className={classes.group}
      aria-label={t('formEditor.conditionGroup')}
      allowDeselect={false}
      data={GROUPS.map((value) => ({ value, label: t(`formEditor.groups.${value}`) }))}
      value={kind}
      onChange={(value) => onChange(GROUPS.find((one) => one === value) ?? 'and')}
    />
  );
}

interface InnerGroupProps {
  group: Inner;
  number: number;
  earlier: readonly FormField[];
  onChange: (group: Inner) => void;
  onRemove: () => void;
}

/** Several rows of which another kind of group makes one. */
function InnerGroup({ group, number, earlier, onChange, onRemove }: InnerGroupProps) {
  const { t } = useWords();
  const { part, last, buttons } = useFocus();
  const { items } = group;
  const nearest = earlier.at(-1);
  return (
    <fieldset className={classes.inner} aria-label={t('formEditor.groupNumber', { number })} ref={part}>
      <div className={classes.innerHead}>
        <GroupSelect kind={group.kind} onChange={(kind) => onChange({ ...group, kind })} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('formEditor.groupRemove', { number })}
          onClick={onRemove}
        >
          <Icon name="trash-2" />
        </ActionIcon>
      </div>
      <ul className={classes.rows}>
        {items.map((answer, index) => {
          const at = `${number}.${index + 1}`;
          return (
            <li key={at}>
              <ConditionRow
                row={{ answer, op: answer.test.op }}
                number={at}
                earlier={earlier}
                isInner
                onChange={(next) => onChange({ ...group, items: items.with(index, next.answer) })}
                onRemove={() => {
                  if (items.length === 1) return onRemove();
                  onChange({ ...group, items: items.toSpliced(index, 1) });
                  buttons();
                }}
              />
            </li>
          );
        })}
      </ul>
      {nearest && items.length < ITEMS_MAX && (
        <Buttons gap={4} data-adds>
          <AddButton
            words={t('formEditor.conditionAdd')}
            onClick={() => {
              onChange({ ...group, items: [...items, firstRow(nearest).answer] });
              last();
            }}
          />
        </Buttons>
      )}
    </fieldset>
  );
}
