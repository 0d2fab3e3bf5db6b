import { FormDefinition, type FormField } from '@hanasu/contract/form-definition';
import { expect, test } from 'vitest';
import { startHistory } from '../../../shell/draft/draft-history.ts';
import {
  allFields,
  changedConditions,
  countMissing,
  deleteField,
  duplicateField,
  gapOf,
  historyReducer,
  isGap,
  moveField,
  movePage,
  newField,
  placeBeside,
  removePage,
  replaceField,
  sendable,
} from './form-draft.ts';

const label = (en: string) => ({ en });
const asks = (field: string, options: readonly string[]) => ({
  kind: 'and',
  items: [{ kind: 'answer', field, test: { op: 'any', options } }],
});
const draft = FormDefinition.parse({
  languages: ['en', 'ja'],
  title: label('Visit'),
  pages: [
    {
      fields: [
        {
          kind: 'choice',
          key: 'menu',
          label: label('Menu'),
          options: ['cut', 'color'].map((id) => ({ id, label: label(id) })),
        },
        { kind: 'longText', key: 'allergy', label: label('Allergies'), showIf: asks('menu', ['color']) },
      ],
    },
    { fields: [{ kind: 'email', key: 'email', label: label('Email') }] },
  ],
});
const keys = (of: FormDefinition) => of.pages.map(({ fields }) => fields.map(({ key }) => key).join(' '));
const edit = (change: (before: FormDefinition) => FormDefinition, group?: string) => ({
  type: 'edited' as const,
  change,
  group,
});
const conditionOf = (of: FormDefinition, key: string) => {
  const field = allFields(of).find((each) => each.key === key);
  return field && 'showIf' in field ? field.showIf : undefined;
};
const titled = (title: string) => (before: FormDefinition) => ({ ...before, title: label(title) });

test('each step can be undone and redone, and what is typed into one field is one step', () => {
  let history = startHistory(draft);
  for (const title of ['V', 'Vi', 'Vis']) history = historyReducer(history, edit(titled(title), 'title'));
  history = historyReducer(
    history,
    edit((before) => deleteField(before, 'email')),
  );
  expect(history.past).toHaveLength(2);
  history = historyReducer(history, { type: 'undone' });
  expect([history.present.title.en, keys(history.present)]).toEqual(['Vis', ['menu allergy', 'email']]);
  history = historyReducer(history, { type: 'undone' });
  expect(history.present).toBe(draft);
  expect(historyReducer(history, { type: 'undone' })).toBe(history);
  history = historyReducer(history, { type: 'redone' });
  history = historyReducer(history, { type: 'redone' });
  expect(keys(history.present)).toEqual(['menu allergy', '']);
  expect(historyReducer(history, { type: 'redone' })).toBe(history);
});

test('a new step after an undo drops what could be redone, also in the same field', () => {
  let history = historyReducer(startHistory(draft), edit(titled('One'), 'title'));
  history = historyReducer(history, { type: 'undone' });
  history = historyReducer(history, edit(titled('Two'), 'title'));
  expect(history.future).toEqual([]);
  expect(historyReducer(history, { type: 'undone' }).present).toBe(draft);
});

test('an edit that changes nothing is no step', () => {
  const history = startHistory(draft);
  expect(
    historyReducer(
      history,
      edit((before) => moveField(before, 'menu', { page: 0, index: 0 })),
    ),
  ).toBe(history);
});

test('a deleted question takes the conditions along that ask about it, and undo brings both back', () => {
  const history = historyReducer(
    startHistory(draft),
    edit((before) => deleteField(before, 'menu')),
  );
  expect(conditionOf(history.present, 'allergy')).toBeNull();
  expect(sendable(history.present)?.isWhole).toBe(true);
  const undone = historyReducer(history, { type: 'undone' }).present;
  expect(conditionOf(undone, 'allergy')).toEqual(asks('menu', ['color']));
});

test('of a condition only what cannot hold any more goes: a deleted option, one of two questions', () => {
  const menu = allFields(draft)[0] as Extract<FormField, { kind: 'choice' }>;
  const allergy = allFields(draft)[1] as Extract<FormField, { kind: 'longText' }>;
  const both = {
    ...draft,
    pages: [
      {
        title: {},
        fields: [menu, newField('time', 'time', '2026-11-24'), { ...allergy, showIf: both2() }],
      },
    ],
  };
  function both2() {
    return {
      kind: 'or' as const,
      items: [
        { kind: 'answer' as const, field: 'menu', test: { op: 'any' as const, options: ['cut', 'color'] } },
        {
          kind: 'not' as const,
          items: [{ kind: 'answer' as const, field: 'time', test: { op: 'empty' as const } }],
        },
      ],
    };
  }
  const withoutOption = historyReducer(
    startHistory(both),
    edit((before) => replaceField(before, { ...menu, options: menu.options.slice(0, 1) })),
  ).present;
  expect(conditionOf(withoutOption, 'allergy')?.items[0]).toMatchObject({ test: { options: ['cut'] } });
  const withoutTime = historyReducer(
    startHistory(both),
    edit((before) => deleteField(before, 'time')),
  ).present;
  expect(conditionOf(withoutTime, 'allergy')?.items).toHaveLength(1);
  expect(changedConditions(both, withoutTime)).toBe(1);
});

test('a question moved before the one it asks about loses the condition', () => {
  const { present } = historyReducer(
    startHistory(draft),
    edit((before) => moveField(before, 'allergy', { page: 0, index: 0 })),
  );
  expect(keys(present)).toEqual(['allergy menu', 'email']);
  expect(conditionOf(present, 'allergy')).toBeNull();
});

test('questions move within a page and over its edges', () => {
  expect(placeBeside(draft, 'menu', 1)).toEqual({ page: 0, index: 1 });
  expect(placeBeside(draft, 'menu', -1)).toBeNull();
  expect(placeBeside(draft, 'allergy', 1)).toEqual({ page: 1, index: 0 });
  expect(placeBeside(draft, 'email', -1)).toEqual({ page: 0, index: 2 });
  expect(keys(moveField(draft, 'email', { page: 0, index: 1 }))).toEqual(['menu email allergy', '']);
});

test('a copy stands below its question under a key of its own', () => {
  const copied = duplicateField(draft, 'allergy', 'long_text_x');
  expect(keys(copied)).toEqual(['menu allergy long_text_x', 'email']);
  expect(sendable(copied)).not.toBeNull();
});

test('pages move, and a removed one leaves its questions to its neighbour', () => {
  expect(keys(movePage(draft, 1, -1))).toEqual(['email', 'menu allergy']);
  expect(movePage(draft, 0, -1)).toBe(draft);
  expect(keys(removePage(draft, 1))).toEqual(['menu allergy email']);
  expect(keys(removePage(draft, 0))).toEqual(['menu allergy email']);
  expect(removePage(removePage(draft, 0), 0).pages).toHaveLength(1);
});

test('a condition that is only begun stays here and is not sent', () => {
  const email = allFields(draft)[2] as Extract<FormField, { kind: 'email' }>;
  const begun = replaceField(draft, {
    ...email,
    showIf: { kind: 'and', items: [{ kind: 'answer', field: 'menu', test: { op: 'any', options: [] } }] },
  });
  const sent = sendable(begun);
  expect(sent?.isWhole).toBe(false);
  expect(sent && conditionOf(sent.definition, 'email')).toBeNull();
});

test('a new question of any kind can be saved', () => {
  for (const kind of [
    'text',
    'choice',
    'choices',
    'slot',
    'consent',
    'hidden',
    'heading',
    'scale',
  ] as const) {
    const added = { ...draft, pages: [{ title: {}, fields: [newField(kind, 'fresh', '2026-11-24')] }] };
    expect(sendable(added), kind).not.toBeNull();
  }
});

test('texts that a language lacks are counted', () => {
  expect([countMissing(draft, 'en'), countMissing(draft, 'ja')]).toEqual([0, 4]);
});

test('what the server misses is found again after a question has moved, and is gone once it is filled in', () => {
  const empty = replaceField(draft, newField('email', 'email', '2026-11-24'));
  const gap = gapOf(empty, 'draft.pages.1.fields.0.label');
  expect(gap).toEqual({ key: 'email', part: 'label' });
  expect(gap && isGap(moveField(empty, 'email', { page: 0, index: 0 }), gap)).toBe(true);
  expect(gap && isGap(draft, gap)).toBe(false);
  expect(gapOf(draft, 'draft.title')).toEqual({ key: null, part: 'title' });
});
