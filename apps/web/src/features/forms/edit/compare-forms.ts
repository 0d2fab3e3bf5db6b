import {
  FORM_LANGUAGES,
  type FormDefinition,
  type FormField,
  type FormLanguage,
  type FormWords,
} from '@hanasu/contract/form-definition';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import type { DescribedPart, DescribedText } from '../../../shell/draft/text-changes.ts';
import {
  type Context,
  describeCondition,
  type FormDescriber,
  questionName,
  slotTexts,
  targetText,
  type WithOptions,
} from './describe-form.ts';

// Describes two states of a form, so that they can be compared. Pure.

type DayLimit = Extract<FormField, { kind: 'date' }>['from'];

/** Describes two states of a form part by part, so that they can be compared. */
export function describeBoth(
  before: FormDefinition,
  after: FormDefinition,
  describer: FormDescriber,
): { before: DescribedPart[]; after: DescribedPart[] } {
  const languages = [...new Set([...before.languages, ...after.languages])];
  const groups = matchPages(before, after);
  return {
    before: describeParts({ form: before, describer, languages }, (page) => `page-${page}`),
    after: describeParts({ form: after, describer, languages }, (page) => groups[page] ?? `new-page-${page}`),
  };
}

/** Pairs pages by the questions that they share, as pages have no ids. Undefined: a page is new. */
function matchPages(before: FormDefinition, after: FormDefinition): (string | undefined)[] {
  const free = new Map(
    before.pages.map((page, index) => [index, new Set(page.fields.map(({ key }) => key))]),
  );
  const groups: (string | undefined)[] = after.pages.map(({ fields }) => {
    const shared = [...free].map(([index, keys]) => ({
      index,
      count: fields.filter(({ key }) => keys.has(key)).length,
    }));
    const best = shared.reduce((most, one) => (one.count > most.count ? one : most), { index: -1, count: 0 });
    return free.delete(best.index) ? `page-${best.index}` : undefined;
  });
  // Pages that share no question are paired by their number.
  return groups.map((group, index) => group ?? (free.delete(index) ? `page-${index}` : undefined));
}

interface Comparison extends Context {
  /** Languages of either state. */
  readonly languages: readonly FormLanguage[];
}

function describeParts(comparison: Comparison, groupOf: (page: number) => string): DescribedPart[] {
  const { form, describer } = comparison;
  const { t } = describer;
  return [
    { key: 'form', label: '', group: '', place: '', texts: formTexts(comparison) },
    ...form.pages.flatMap(({ title, fields }, page) => {
      const name = t('formEditor.pageNumber', { number: page + 1 });
      const pageLabel = t('formEditor.pageTitle', { number: page + 1 });
      return [
        {
          key: groupOf(page),
          label: name,
          group: 'pages',
          place: name,
          texts: languageTexts(comparison, { key: 'title', label: pageLabel, texts: title }),
        },
        ...fields.map((field, index) => ({
          key: `question ${field.key}`,
          label: questionName(field, form, describer),
          group: groupOf(page),
          place: t('formVersion.place', { page: page + 1, number: index + 1 }),
          texts: questionTexts(field, comparison),
        })),
      ];
    }),
  ];
}

interface Translated {
  readonly key: string;
  readonly label: string;
  readonly texts: FormWords;
  readonly value?: string;
}

/** One entry for each language that has a text. */
function languageTexts(
  { describer: { t }, languages }: Comparison,
  { key, label, texts, value }: Translated,
): DescribedText[] {
  const needsName = (language: FormLanguage) => languages.length > 1 || languages[0] !== language;
  return FORM_LANGUAGES.flatMap((language) => {
    const text = texts[language];
    if (!text) return [];
    const named = needsName(language)
      ? t('formVersion.inLanguage', { label, language: LOCALE_NAMES[language] })
      : label;
    return [{ key: `${key}.${language}`, label: named, text, ...(value === undefined ? {} : { value }) }];
  });
}

function formTexts(comparison: Comparison): DescribedText[] {
  const { form, describer } = comparison;
  const { t } = describer;
  const { title, lead, submit, thanks, closed, languages } = form;
  const all: readonly Translated[] = [
    { key: 'title', label: t('formEditor.title'), texts: title },
    { key: 'lead', label: t('formEditor.lead'), texts: lead },
    { key: 'submit', label: t('formSettings.texts.submit'), texts: submit },
    { key: 'thanks', label: t('formSettings.texts.thanks'), texts: thanks },
    { key: 'closed', label: t('formSettings.texts.closed'), texts: closed },
  ];
  return [
    {
      key: 'languages',
      label: t('formEditor.languages'),
      text: languages.map((language) => LOCALE_NAMES[language]).join(', '),
    },
    ...all.flatMap((one) => languageTexts(comparison, one)),
  ];
}

function questionTexts(field: FormField, comparison: Comparison): DescribedText[] {
  const { form, describer } = comparison;
  const { t } = describer;
  const isHeading = field.kind === 'heading';
  const label = t(isHeading ? 'formEditor.heading' : 'formEditor.label');
  const help = t(isHeading ? 'formEditor.explanation' : 'formEditor.help');
  const yesNo = makeYesNo(t);
  return [
    { key: 'kind', label: t('formVersion.kind'), text: t(`formEditor.kinds.${field.kind}`) },
    ...languageTexts(comparison, { key: 'label', label, texts: field.label }),
    ...('help' in field ? languageTexts(comparison, { key: 'help', label: help, texts: field.help }) : []),
    ...kindTexts(field, comparison),
    ...('required' in field ? [yesNo('required', t('formEditor.required'), field.required)] : []),
    ...('showIf' in field && field.showIf
      ? [
          {
            key: 'showIf',
            label: t('formEditor.showIf'),
            text: describeCondition(field.showIf, form, describer),
          },
        ]
      : []),
    ...('mapTo' in field && field.mapTo
      ? [{ key: 'mapTo', label: t('formEditor.target'), text: targetText(field.mapTo, describer) }]
      : []),
    ...('prefill' in field
      ? [
          yesNo('sensitive', t('formEditor.sensitive'), field.sensitive === true),
          yesNo('prefill', t('formEditor.prefill'), field.prefill),
        ]
      : []),
  ];
}

const makeYesNo =
  (t: FormDescriber['t']) =>
  (key: string, label: string, value: boolean): DescribedText => ({
    key,
    label,
    text: t(value ? 'contact.yes' : 'contact.no'),
  });

function dayText(day: DayLimit, { t, format }: FormDescriber): string {
  if (day === null) return t('formEditor.limits.none');
  if (typeof day === 'string') return format.date(`${day}T00:00`);
  return t('shell.versions.fact', { label: t('formEditor.daysFromToday'), value: format.number(day.days) });
}

/** What only some kinds of questions have. */
function kindTexts(field: FormField, comparison: Comparison): DescribedText[] {
  const { t, format } = comparison.describer;
  const yesNo = makeYesNo(t);
  const entry = (key: string, label: string, text: string) => ({ key, label, text });
  const number = (key: string, label: string, value: number | null) =>
    entry(key, label, value === null ? '' : format.number(value));
  switch (field.kind) {
    case 'text': {
      const pattern = t(field.pattern ? `formEditor.patterns.${field.pattern}` : 'formEditor.anyText');
      return [
        entry('pattern', t('formEditor.pattern'), pattern),
        number('max', t('formEditor.longest'), field.max),
      ];
    }
    case 'longText':
      return [number('max', t('formEditor.longest'), field.max)];
    case 'number':
      return [
        number('min', t('formEditor.smallest'), field.min),
        number('max', t('formEditor.largest'), field.max),
        yesNo('whole', t('formEditor.whole'), field.whole),
      ];
    case 'choice':
      return [
        ...optionTexts(field, comparison),
        yesNo('other', t('formEditor.other'), field.other),
        entry('look', t('formEditor.look'), t(`formEditor.looks.${field.look}`)),
      ];
    case 'choices':
      return [
        ...optionTexts(field, comparison),
        number('min', t('formEditor.fewest'), field.min || null),
        number('max', t('formEditor.most'), field.max),
      ];
    case 'date':
      return [
        entry('from', t('formEditor.earliest'), dayText(field.from, comparison.describer)),
        entry('to', t('formEditor.latest'), dayText(field.to, comparison.describer)),
      ];
    case 'address':
      return [entry('country', t('formEditor.country'), t(`formEditor.countries.${field.country || 'any'}`))];
    case 'file':
      return [
        number('max', t('formEditor.files'), field.max),
        yesNo('picturesOnly', t('formEditor.picturesOnly'), field.picturesOnly),
      ];
    case 'hidden':
      return [entry('param', t('formEditor.param'), field.param)];
    default:
      return otherTexts(field, comparison);
  }
}

function otherTexts(field: FormField, comparison: Comparison): DescribedText[] {
  const { t, format } = comparison.describer;
  switch (field.kind) {
    case 'scale':
      return [
        { key: 'from', label: t('formEditor.scaleFrom'), text: format.number(field.from) },
        { key: 'to', label: t('formEditor.scaleTo'), text: format.number(field.to) },
        ...languageTexts(comparison, { key: 'low', label: t('formEditor.scaleLow'), texts: field.low }),
        ...languageTexts(comparison, { key: 'high', label: t('formEditor.scaleHigh'), texts: field.high }),
      ];
    case 'slot': {
      const text = slotTexts(field, comparison.describer).join('\n');
      return [{ key: 'slots', label: t('formEditor.slots'), text }];
    }
    case 'consent':
      return languageTexts(comparison, {
        key: 'text',
        label: t('formEditor.consentText'),
        texts: field.text,
      });
    default:
      return [];
  }
}

/** All options in each language, one a line. */
function optionTexts({ options }: WithOptions, comparison: Comparison): DescribedText[] {
  const listed = FORM_LANGUAGES.map((language) => [
    language,
    options.flatMap(({ label }) => label[language] || []).join('\n'),
  ]);
  const texts: FormWords = Object.fromEntries(listed);
  return languageTexts(comparison, {
    key: 'options',
    label: comparison.describer.t('formEditor.options'),
    texts,
    // Answers are kept by them: another id is another option, whatever its label.
    value: options.map(({ id }) => id).join(' '),
  });
}
