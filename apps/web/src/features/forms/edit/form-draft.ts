import {
  type FormCondition,
  FormDefinition,
  FormField,
  type FormFieldKind,
  type FormLanguage,
  type FormWords,
} from '@hanasu/contract/form-definition';
import { FieldTest } from '@hanasu/contract/segments';
import { makeHistoryReducer } from '../../../shell/draft/draft-history.ts';

// What can be done to the draft of a form. Pure: keys of new questions come from outside.

export type FormPage = FormDefinition['pages'][number];
export interface Place {
  readonly page: number;
  readonly index: number;
}
type ConditionItem = FormCondition['items'][number];

export const allFields = ({ pages }: Pick<FormDefinition, 'pages'>): FormField[] =>
  pages.flatMap(({ fields }) => fields);

export function placeOf({ pages }: FormDefinition, key: string): Place | null {
  for (const [page, { fields }] of pages.entries()) {
    const index = fields.findIndex((field) => field.key === key);
    if (index >= 0) return { page, index };
  }
  return null;
}

const withFields = (draft: FormDefinition, change: (fields: FormField[], page: number) => FormField[]) => ({
  ...draft,
  pages: draft.pages.map((page, index) => ({ ...page, fields: change(page.fields, index) })),
});

export const replaceField = (draft: FormDefinition, field: FormField): FormDefinition =>
  withFields(draft, (fields) => fields.map((each) => (each.key === field.key ? field : each)));

export const deleteField = (draft: FormDefinition, key: string): FormDefinition =>
  withFields(draft, (fields) => fields.filter((field) => field.key !== key));

export const insertField = (
  draft: FormDefinition,
  field: FormField,
  { page, index }: Place,
): FormDefinition =>
  withFields(draft, (fields, at) => (at === page ? fields.toSpliced(index, 0, field) : fields));

/** `index` is the place that it has afterwards. */
export function moveField(draft: FormDefinition, key: string, to: Place): FormDefinition {
  const from = placeOf(draft, key);
  const field = allFields(draft).find((each) => each.key === key);
  if (!from || !field || (from.page === to.page && from.index === to.index)) return draft;
  return insertField(deleteField(draft, key), field, to);
}

/** One place up or down; over the edge of its page to the next one. Null: it is at the end. */
export function placeBeside(draft: FormDefinition, key: string, by: -1 | 1): Place | null {
  const from = placeOf(draft, key);
  if (!from) return null;
  const index = from.index + by;
  const count = draft.pages[from.page]?.fields.length ?? 0;
  if (index >= 0 && index < count) return { page: from.page, index };
  const next = draft.pages[from.page + by];
  return next ? { page: from.page + by, index: by > 0 ? 0 : next.fields.length } : null;
}

export function duplicateField(draft: FormDefinition, key: string, newKey: string): FormDefinition {
  const place = placeOf(draft, key);
  const field = allFields(draft).find((each) => each.key === key);
  if (!place || !field) return draft;
  return insertField(draft, { ...field, key: newKey }, { page: place.page, index: place.index + 1 });
}

export const changePage = (
  draft: FormDefinition,
  index: number,
  change: Partial<FormPage>,
): FormDefinition => ({
  ...draft,
  pages: draft.pages.map((page, at) => (at === index ? { ...page, ...change } : page)),
});

export const addPage = (draft: FormDefinition): FormDefinition => ({
  ...draft,
  pages: [...draft.pages, { title: {}, fields: [] }],
});

/** Its questions go to the page before it, those of the first page to the next one. */
export function removePage(draft: FormDefinition, index: number): FormDefinition {
  const gone = draft.pages[index];
  if (!gone || draft.pages.length < 2) return draft;
  const into = index > 0 ? index - 1 : 1;
  const pages = draft.pages.map((page, at) => {
    if (at !== into) return page;
    const fields = index > 0 ? [...page.fields, ...gone.fields] : [...gone.fields, ...page.fields];
    return { ...page, fields };
  });
  return { ...draft, pages: pages.toSpliced(index, 1) };
}

export function movePage(draft: FormDefinition, index: number, by: -1 | 1): FormDefinition {
  const page = draft.pages[index];
  if (!page || !draft.pages[index + by]) return draft;
  return { ...draft, pages: draft.pages.toSpliced(index, 1).toSpliced(index + by, 0, page) };
}

/** Conditions can only ask about answers that were given before, and about options that there are. */
function withoutBrokenConditions(draft: FormDefinition): FormDefinition {
  const earlier = new Map<string, FormField>();
  let isChanged = false;
  const next = withFields(draft, (fields) =>
    fields.map((field) => {
      const showIf = 'showIf' in field ? field.showIf : null;
      const kept = showIf && keepItems(showIf, (item) => keptItem(item, earlier));
      earlier.set(field.key, field);
      if (kept === showIf || !('showIf' in field)) return field;
      isChanged = true;
      return { ...field, showIf: kept };
    }),
  );
  return isChanged ? next : draft;
}

export const historyReducer = makeHistoryReducer(withoutBrokenConditions);

export type Answer = Extract<ConditionItem, { kind: 'answer' }>;

function keptItem(item: Answer, earlier: ReadonlyMap<string, FormField>): Answer | null {
  const asked = earlier.get(item.field);
  if (!asked) return null;
  const { test } = item;
  if (!('options' in test) || !('options' in asked)) return item;
  const left = test.options.filter((id) => asked.options.some((option) => option.id === id));
  if (left.length === test.options.length) return item;
  return left.length > 0 ? { ...item, test: { ...test, options: left } } : null;
}

/** Null: nothing is left of it. The same object when nothing changes. */
function keepItems(condition: FormCondition, keep: (item: Answer) => Answer | null): FormCondition | null {
  let isChanged = false;
  const see = <Item>(before: Item, after: Item | null): Item[] => {
    if (after !== before) isChanged = true;
    return after === null ? [] : [after];
  };
  const items = condition.items.flatMap((item): ConditionItem[] => {
    if (!('items' in item)) return see<ConditionItem>(item, keep(item));
    const inner = item.items.flatMap((each) => see(each, keep(each)));
    return inner.length > 0 ? [{ ...item, items: inner }] : [];
  });
  if (!isChanged) return condition;
  return items.length > 0 ? { ...condition, items } : null;
}

/** Fields whose conditions two drafts have differently. */
export const changedConditions = (before: FormDefinition, after: FormDefinition): number =>
  allFields(after).filter((field) => {
    const old = allFields(before).find(({ key }) => key === field.key);
    return old && 'showIf' in old && 'showIf' in field && old.showIf !== field.showIf;
  }).length;

/** As the server takes it: conditions that are only begun are left out. Null: something else does not fit. */
export function sendable(draft: FormDefinition): { definition: FormDefinition; isWhole: boolean } | null {
  const whole = withFields(draft, (fields) =>
    fields.map((field) =>
      'showIf' in field && field.showIf
        ? {
            ...field,
            showIf: keepItems(field.showIf, (item) => (FieldTest.safeParse(item.test).success ? item : null)),
          }
        : field,
    ),
  );
  const parsed = FormDefinition.safeParse(whole);
  if (!parsed.success) return null;
  return { definition: parsed.data, isWhole: changedConditions(draft, whole) === 0 };
}

const FIRST_SLOT = { at: '', places: 1 };

/** A question without words. `tomorrow`: `YYYY-MM-DD`. */
export function newField(kind: FormFieldKind, key: string, tomorrow: string): FormField {
  const field = { kind, key, label: {} };
  switch (kind) {
    case 'choice':
    case 'choices':
      return FormField.parse({ ...field, options: ['a', 'b'].map((id) => ({ id, label: {} })) });
    case 'slot':
      return FormField.parse({ ...field, slots: [{ ...FIRST_SLOT, at: `${tomorrow}T10:00` }] });
    case 'consent':
      return FormField.parse({ ...field, text: {}, required: true });
    case 'hidden':
      return FormField.parse({ ...field, param: 'ref' });
    default:
      return FormField.parse(field);
  }
}

/** Says what it is for, and is never one that the form had before. */
export const newKey = (kind: FormFieldKind, random: string): string =>
  `${kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_${random}`;

/** An option that the question does not have yet. */
export function newOptionId(options: readonly { readonly id: string }[]): string {
  for (let number = options.length + 1; ; number += 1)
    if (!options.some(({ id }) => id === `option-${number}`)) return `option-${number}`;
}

const textsOf = (field: FormField): FormWords[] => [
  field.label,
  ...('help' in field ? [field.help] : []),
  ...('options' in field ? field.options.map(({ label }) => label) : []),
  ...('text' in field ? [field.text] : []),
  ...('low' in field ? [field.low, field.high] : []),
];
const hasWords = (words: FormWords): boolean => Object.values(words).some(Boolean);
/** There are words in another language, or there have to be some. */
const isMissing = (words: FormWords, language: FormLanguage): boolean => hasWords(words) && !words[language];

export const lacksWords = (field: FormField, language: FormLanguage): boolean =>
  (field.kind !== 'hidden' && !field.label[language]) ||
  textsOf(field).some((words) => isMissing(words, language));

/** Texts of the whole form that are missing in a language. */
export function countMissing(draft: FormDefinition, language: FormLanguage): number {
  const { title, lead, submit, thanks, closed, pages } = draft;
  const around = [title, lead, submit, thanks, closed, ...pages.map((page) => page.title)];
  return (
    around.filter((words) => isMissing(words, language)).length +
    allFields(draft).filter((field) => lacksWords(field, language)).length
  );
}

/** What has to be there before it can be published, as the server's answer names it. */
export interface Gap {
  /** Null: of the form itself. */
  readonly key: string | null;
  readonly part: 'title' | 'pages' | 'label' | 'text' | 'options';
}
export function gapOf(draft: FormDefinition, path: string): Gap | null {
  const [, page, index, part] = /^draft\.pages\.(\d+)\.fields\.(\d+)\.(label|text|options)/.exec(path) ?? [];
  const field = draft.pages[Number(page)]?.fields[Number(index)];
  if (field && (part === 'label' || part === 'text' || part === 'options')) return { key: field.key, part };
  if (path === 'draft.title') return { key: null, part: 'title' };
  return path === 'draft.pages' ? { key: null, part: 'pages' } : null;
}
/** Whether it is still missing. */
export function isGap(draft: FormDefinition, { key, part }: Gap): boolean {
  const [first] = draft.languages;
  const isEmpty = (words: FormWords): boolean => !(first && words[first]?.trim());
  if (part === 'title') return isEmpty(draft.title);
  if (part === 'pages') return allFields(draft).every(({ kind }) => kind === 'heading' || kind === 'hidden');
  const field = allFields(draft).find((each) => each.key === key);
  if (!field) return false;
  if (part === 'label') return isEmpty(field.label);
  if (part === 'text') return 'text' in field && isEmpty(field.text);
  return 'options' in field && field.options.some(({ label }) => isEmpty(label));
}
