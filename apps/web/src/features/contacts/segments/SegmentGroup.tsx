import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import type { FormId, RichMenuId } from '@hanasu/contract/ids';
import {
  type Condition,
  type FieldTest,
  SEGMENT_CONDITIONS_MAX,
  type SegmentReason,
} from '@hanasu/contract/segments';
import { ActionIcon, Button, Menu, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { allMenusQuery } from '../../../entities/rich-menu/rich-menus.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { SegmentRow } from './SegmentRow.tsx';
import classes from './Segments.module.css';
import { copyOf, type DraftGroup, type DraftNode, LEVELS, newGroup, newRow } from './segment-draft.ts';
import { useSlots } from './use-slots.ts';
import type { segments } from './words/en.ts';

interface GroupContext {
  readonly problems: ReadonlyMap<string, SegmentReason | 'unfinished'>;
  /** Room for another condition. */
  readonly hasRoom: boolean;
  /** Of the row that was just added. */
  readonly fresh: string | null;
  readonly onFresh: (id: string) => void;
}

interface SegmentGroupProps extends GroupContext {
  group: DraftGroup;
  /** Of groups: 1 is the outermost. */
  level: number;
  onChange: (group: DraftGroup) => void;
  onRemove?: () => void;
}

const KINDS = ['and', 'or', 'not'] as const;

/** Conditions, and how they combine; groups stand within groups. */
export function SegmentGroup({ group, level, onChange, onRemove, ...context }: SegmentGroupProps) {
  const { t } = useWords();
  const { problems, hasRoom, fresh, onFresh } = context;
  const add = useRef<HTMLButtonElement>(null);
  const put = (items: readonly DraftNode[]) => onChange({ ...group, items });
  const replace = (id: string, next: readonly DraftNode[]) =>
    put(group.items.flatMap((item) => (item.id === id ? next : [item])));
  const append = (node: DraftNode) => {
    onFresh(node.id);
    put([...group.items, node]);
  };
  const takeOut = (id: string) => {
    add.current?.focus();
    replace(id, []);
  };
  const problem = problems.get(group.id);
  return (
    <fieldset className={classes.group} data-level={level} aria-label={t(`segments.groups.${group.kind}`)}>
      <div className={classes.groupHead}>
        <Select
          className={classes.kind}
          aria-label={t('segments.groups.label')}
          allowDeselect={false}
          data={KINDS.map((value) => ({ value, label: t(`segments.groups.${value}`) }))}
          value={group.kind}
          onChange={(value) => onChange({ ...group, kind: KINDS.find((kind) => kind === value) ?? 'and' })}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('segments.removeGroup')}
            onClick={onRemove}
          >
            <Icon name="x" />
          </ActionIcon>
        )}
      </div>
      {problem && problem !== 'unfinished' && (
        <p className={classes.problem}>
          <Icon name="triangle-alert" size={14} />
          {t(`segments.problems.${problem}`)}
        </p>
      )}
      <ul className={classes.rows}>
        {group.items.map((item) =>
          'items' in item ? (
            <li key={item.id}>
              <SegmentGroup
                {...context}
                group={item}
                level={level + 1}
                onChange={(next) => replace(item.id, [next])}
                onRemove={() => takeOut(item.id)}
              />
            </li>
          ) : (
            <SegmentRow
              key={item.id}
              row={item}
              problem={problems.get(item.id)}
              canTurn={level < LEVELS}
              canCopy={hasRoom}
              isFresh={fresh === item.id}
              onChange={(next) => replace(item.id, [next])}
              onCopy={() => {
                const copy = copyOf(item);
                onFresh(copy.id);
                replace(item.id, [item, copy]);
              }}
              onRemove={() => takeOut(item.id)}
            />
          ),
        )}
      </ul>
      <div className={classes.groupFoot}>
        <AddMenu target={add} isFull={!hasRoom} onAdd={(condition) => append(newRow(condition))} />
        {level < LEVELS && hasRoom && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<Icon name="layers" size={14} />}
            onClick={() => append(newGroup('or'))}
          >
            {t('segments.addGroup')}
          </Button>
        )}
        {!hasRoom && <small>{t('segments.full', { count: SEGMENT_CONDITIONS_MAX })}</small>}
      </div>
    </fieldset>
  );
}

const NO_CONDITIONS: readonly Condition[] = [];

interface AddMenuProps {
  target: React.RefObject<HTMLButtonElement | null>;
  isFull: boolean;
  onAdd: (condition: Condition) => void;
}

/** What can be asked of a customer, found by its name. */
function AddMenu({ target, isFull, onAdd }: AddMenuProps) {
  const { t } = useWords();
  const { fields } = useSlots(NO_CONDITIONS);
  const { data: menus = [] } = useQuery(allMenusQuery);
  const [typed, setTyped] = useState('');
  const groups = [
    ...NEW_CONDITIONS.map(({ group, conditions }) => ({
      group,
      items: conditions
        .filter(({ word }) => word !== 'tapped' || menus.length > 0)
        .map(({ word, condition }) => ({
          id: word as string,
          label: t(`segments.kinds.${word}`),
          condition,
        })),
    })),
    {
      group: 'fields' as const,
      items: fields
        .filter(({ archivedAt }) => archivedAt === null)
        .map((field) => ({ id: field.uuid as string, label: field.label, condition: fieldCondition(field) })),
    },
  ];
  const words = typed.trim().toLocaleLowerCase();
  const shown = groups
    .map(({ group, items }) => ({
      group,
      items: items.filter(({ label }) => label.toLocaleLowerCase().includes(words)),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Menu position="bottom-start" width={260} returnFocus={false} onClose={() => setTyped('')}>
      <Menu.Target>
        <Button
          ref={target}
          size="compact-md"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={isFull}
        >
          {t('segments.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Search
          placeholder={t('segments.find')}
          aria-label={t('segments.find')}
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {shown.map(({ group, items }) => (
          <div key={group}>
            <Menu.Label>{t(`segments.kinds.${group}`)}</Menu.Label>
            {items.map(({ id, label, condition }) => (
              <Menu.Item key={id} onClick={() => onAdd(condition)}>
                {label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type KindWord = keyof typeof segments.kinds;
interface NewConditions {
  readonly group: Extract<KindWord, 'facts' | 'channels' | 'activity'>;
  readonly conditions: readonly { readonly word: KindWord; readonly condition: Condition }[];
}

const MONTH_DAYS = 30;
const WEEK_DAYS = 7;
const ANY_CHANNEL = { channelUuids: [], channelKinds: [] };

/** What a new row begins with; what only the person can know is left for them to choose. */
const NEW_CONDITIONS: readonly NewConditions[] = [
  {
    group: 'facts',
    conditions: [
      { word: 'tag', condition: { kind: 'tag', match: 'any', tagUuids: [] } },
      {
        word: 'birthday',
        condition: { kind: 'birthday', test: { op: 'yearly', from: 0, to: WEEK_DAYS } },
      },
      { word: 'owner', condition: { kind: 'owner', ownerUuids: [] } },
      { word: 'language', condition: { kind: 'language', languages: [] } },
      { word: 'contact', condition: { kind: 'contact', contact: 'phone' } },
      { word: 'source', condition: { kind: 'source', sources: [] } },
      {
        word: 'created',
        condition: { kind: 'created', test: { op: 'days', from: -MONTH_DAYS, to: 0 } },
      },
      { word: 'everybody', condition: { kind: 'everybody' } },
    ],
  },
  {
    group: 'activity',
    conditions: [
      { word: 'lastWrote', condition: { kind: 'lastWrote', when: 'within', days: MONTH_DAYS } },
      { word: 'messages', condition: { kind: 'messages', days: MONTH_DAYS, atLeast: 3 } },
      { word: 'handling', condition: { kind: 'handling', handlings: [] } },
      {
        word: 'submitted',
        condition: { kind: 'submitted', formUuid: '' as FormId, days: null, answer: null },
      },
      {
        word: 'tapped',
        condition: { kind: 'tapped', menuUuid: '' as RichMenuId, area: null, atLeast: 1, days: null },
      },
    ],
  },
  {
    group: 'channels',
    conditions: [
      {
        word: 'friend',
        condition: { kind: 'friend', ...ANY_CHANNEL, states: ['following'], consents: [] },
      },
      { word: 'window', condition: { kind: 'window', ...ANY_CHANNEL } },
    ],
  },
];

const FIELD_TESTS: Readonly<Record<CustomerFieldView['kind'], FieldTest>> = {
  text: { op: 'contains', text: '' },
  link: { op: 'contains', text: '' },
  number: { op: 'between', from: 0, to: null },
  date: { op: 'days', from: 0, to: WEEK_DAYS },
  choice: { op: 'any', options: [] },
  multi: { op: 'any', options: [] },
  yesno: { op: 'yes' },
};
const fieldCondition = ({ uuid, kind }: CustomerFieldView): Condition => ({
  kind: 'field',
  fieldUuid: uuid,
  test: FIELD_TESTS[kind],
});
