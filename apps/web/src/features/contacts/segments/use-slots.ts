import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import { CUSTOMER_SOURCES } from '@hanasu/contract/customer-fields';
import { FRIEND_CONSENTS, FRIEND_STATES } from '@hanasu/contract/friends';
import { HANDLINGS } from '@hanasu/contract/inbox';
import type { Condition, ConditionOf, FieldTest, ShownCondition } from '@hanasu/contract/segments';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { useKindName } from '../../../entities/channel/use-kind-name.ts';
import { customerFieldsQuery, ownersQuery, tagsQuery } from '../../../entities/contact/customers.queries.ts';
import { LANGUAGES_OF_PEOPLE } from '../../../entities/contact/languages-of-people.ts';
import { useFriendFacts } from '../../../entities/contact/use-friend-name.ts';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { useNameOptions } from '../../../shell/name-options.ts';
import { formSlots, useFormQuestions } from './form-slots.ts';
import { menuSlots, useMenuAreas } from './menu-slots.ts';
import { daysOf, withDays } from './phrases.ts';
import type { Choices, Figure, Line, Option, Slot, Slots } from './slots.ts';

const DAYS_MAX = 36_500;
const KIND = 'kind:';

/** The slots of these conditions, and the names of what they are about. */
export function useSlots(conditions: readonly ShownCondition[]) {
  const facts = useFacts(conditions);
  return {
    fields: facts.fields,
    /** Of the question that an answer is asked of. */
    questionOf: facts.forms.questionOf,
    subjectOf: (condition: ShownCondition): string => facts.subjectOf(condition),
    slotsOf: (condition: ShownCondition, word: string): Slots => slotsOf(condition, word, facts),
    /** What stands in a slot, in words. */
    textOf: (slot: Slot): string => facts.textOf(slot),
  };
}

type Facts = ReturnType<typeof useFacts>;

function useFacts(conditions: readonly ShownCondition[]) {
  const { t, locale } = useWords();
  const format = useFormat();
  const kindName = useKindName();
  const nameOptions = useNameOptions();
  const { languageOf } = useFriendFacts();
  const { data: tags = [] } = useQuery(tagsQuery);
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  const { data: people = [] } = useQuery(ownersQuery);
  const forms = useFormQuestions(conditions, fields);
  const menus = useMenuAreas(conditions);
  const channels = useQuery(channelsQuery).data?.items ?? [];
  const month = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { month: 'long', timeZone: 'UTC' });
  const kinds = [...new Set(channels.map(({ kind }) => kind))];
  const gone = t('segments.gone');
  const withGone = (options: readonly Option[], values: readonly string[]): Option[] => [
    ...options,
    ...values
      .filter((value) => !options.some((one) => one.value === value))
      .map((value) => ({ value, label: gone })),
  ];
  const choices = (
    values: readonly string[],
    options: readonly Option[],
    set: Choices['set'],
    none?: string,
  ): Choices => ({
    is: 'choices',
    values,
    options: withGone(options, values),
    set,
    ...(none === undefined ? {} : { none }),
  });
  return {
    t,
    fields,
    forms,
    menus,
    choices,
    tags: tags
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ uuid, name }) => ({ value: uuid, label: name })),
    archivedTags: tags
      .filter(({ archivedAt }) => archivedAt !== null)
      .map(({ uuid, name }) => ({ value: uuid, label: name })),
    people: [
      { value: 'none', label: t('segments.slots.noOwner') },
      ...people.map(({ uuid, name }) => ({ value: uuid, label: name })),
    ],
    languages: [
      ...LANGUAGES_OF_PEOPLE.map((value) => ({ value, label: languageOf(value) })),
      { value: 'none', label: t('segments.slots.languageUnknown') },
    ],
    languageOf,
    channels: [
      ...kinds.map((kind) => ({
        value: `${KIND}${kind}`,
        label: t('segments.slots.allOf', { kind: kindName(kind) }),
      })),
      ...nameOptions(channels),
    ],
    months: Array.from({ length: 12 }, (_, index) => ({
      value: String(index + 1),
      label: month.format(new Date(Date.UTC(2000, index, 1))),
    })),
    subjectOf(condition: ShownCondition): string {
      if (condition.kind === 'birthday') return t('contact.facts.birthday');
      if (condition.kind === 'created') return t('segments.kinds.created');
      if (condition.kind !== 'field') return '';
      return fields.find(({ uuid }) => uuid === condition.fieldUuid)?.label ?? t('segments.goneField');
    },
    textOf(slot: Slot): string {
      switch (slot.is) {
        case 'choices': {
          const labels = slot.values.map((value) => slot.options.find((one) => one.value === value)?.label);
          return labels.length === 0 ? (slot.none ?? '…') : labels.join(' / ');
        }
        case 'one':
          return slot.options.find((one) => one.value === slot.value)?.label ?? '…';
        case 'number':
          return slot.value === null ? '…' : format.decimal(slot.value);
        case 'day':
          // At noon, so that no time zone makes another day of it.
          return slot.value ? format.date(`${slot.value}T12:00:00`) : t('segments.slots.anyDay');
        default:
          return slot.value || '…';
      }
    },
  };
}

function slotsOf(condition: ShownCondition, word: string, facts: Facts): Slots {
  const { t, choices } = facts;
  switch (condition.kind) {
    case 'tag':
      return {
        tags: choices(
          condition.tagUuids,
          [...facts.tags, ...facts.archivedTags.filter(({ value }) => isIn(condition.tagUuids, value))],
          (values) => ({ ...condition, tagUuids: values as typeof condition.tagUuids }),
        ),
      };
    case 'language': {
      const known = facts.languages.map(({ value }) => value);
      const others = condition.languages
        .filter((value) => !known.includes(value))
        .map((value) => ({ value, label: facts.languageOf(value) }));
      return {
        languages: choices(condition.languages, [...others, ...facts.languages], (languages) => ({
          ...condition,
          languages,
        })),
      };
    }
    case 'source':
      return {
        sources: choices(
          condition.sources,
          CUSTOMER_SOURCES.map((value) => ({ value, label: t(`customers.sources.${value}`) })),
          (values) => ({ ...condition, sources: values as typeof condition.sources }),
        ),
      };
    case 'owner':
      return {
        people: choices(condition.ownerUuids, facts.people, (values) => ({
          ...condition,
          ownerUuids: values as typeof condition.ownerUuids,
        })),
      };
    case 'birthday':
    case 'created':
      return daySlots(condition.test, word, { facts, put: (test) => ({ ...condition, test }) as Condition });
    case 'field':
      return fieldSlots(condition, word, facts);
    case 'friend':
    case 'window':
      return friendSlots(condition, facts);
    case 'lastWrote':
      return { days: days(condition.days, 3_650, (value) => ({ ...condition, days: value })) };
    case 'messages':
      return {
        days: days(condition.days, 365, (value) => ({ ...condition, days: value })),
        atLeast: days(condition.atLeast, 100, (atLeast) => ({ ...condition, atLeast })),
      };
    case 'submitted':
      return formSlots(condition, facts);
    case 'tapped':
      return menuSlots(condition, facts.menus);
    case 'handling':
      return {
        handlings: choices(
          condition.handlings,
          HANDLINGS.map((value) => ({ value, label: t(`conversations.status.${value}`) })),
          (values) => ({ ...condition, handlings: values as typeof condition.handlings }),
        ),
      };
    default:
      return {};
  }
}

const isIn = (values: readonly string[], value: string): boolean => values.includes(value);
const days = (value: number, max: number, set: (value: number) => Condition): Figure => ({
  is: 'number',
  value,
  min: 1,
  max,
  isWhole: true,
  set,
});

type DayTests = ConditionOf<'birthday' | 'created' | 'field'>['test'];
interface Into {
  readonly facts: Facts;
  readonly put: (test: FieldTest) => Condition;
}

function daySlots(test: DayTests, word: string, { facts, put }: Into): Slots {
  switch (test.op) {
    case 'days':
    case 'yearly': {
      const end = (side: 'from' | 'to'): Figure => ({
        is: 'number',
        value: test[side],
        min: -DAYS_MAX,
        max: DAYS_MAX,
        isWhole: true,
        set: (value) => put({ ...test, [side]: value } as FieldTest),
      });
      return {
        days: {
          is: 'number',
          value: daysOf(test),
          min: 0,
          max: test.op === 'days' ? DAYS_MAX : 365,
          isWhole: true,
          set: (value) => put(withDays(test, word, value) ?? test),
        },
        fromDay: end('from'),
        toDay: end('to'),
      };
    }
    case 'dates': {
      const end = (side: 'from' | 'to'): Line => ({
        is: 'day',
        value: test[side] ?? '',
        set: (value) => put({ ...test, [side]: value || null }),
      });
      return { fromDate: end('from'), toDate: end('to') };
    }
    case 'months':
      return {
        months: facts.choices(test.months.map(String), facts.months, (values) =>
          put({ ...test, months: values.map(Number).toSorted((one, other) => one - other) }),
        ),
      };
    default:
      return {};
  }
}

function fieldSlots(condition: ConditionOf<'field'>, word: string, facts: Facts): Slots {
  const { test } = condition;
  const put = (next: FieldTest): Condition => ({ ...condition, test: next });
  switch (test.op) {
    case 'is':
    case 'contains':
      return { text: { is: 'text', value: test.text, set: (text) => put({ ...test, text }) } };
    case 'between': {
      const end = (side: 'from' | 'to'): Figure => ({
        is: 'number',
        value: test[side],
        isWhole: false,
        set: (value) => put({ ...test, [side]: value }),
      });
      const one: Figure = {
        ...end(test.from === null ? 'to' : 'from'),
        set: (value) =>
          put({
            ...test,
            from: test.from === null ? null : value,
            to: test.to === null ? null : value,
          }),
      };
      return { number: one, from: end('from'), to: end('to') };
    }
    case 'any':
    case 'all': {
      const options = optionsOf(facts.fields, condition);
      return { options: facts.choices(test.options, options, (values) => put({ ...test, options: values })) };
    }
    default:
      return daySlots(test, word, { facts, put });
  }
}

const optionsOf = (
  fields: readonly CustomerFieldView[],
  { fieldUuid }: ConditionOf<'field'>,
): readonly Option[] =>
  (fields.find(({ uuid }) => uuid === fieldUuid)?.options ?? []).map(({ id, label }) => ({
    value: id,
    label,
  }));

function friendSlots(condition: ConditionOf<'friend'> | ConditionOf<'window'>, facts: Facts): Slots {
  const { t, choices } = facts;
  const { channelUuids, channelKinds } = condition;
  const chosen = [...channelKinds.map((kind) => `${KIND}${kind}`), ...channelUuids];
  const channels = choices(
    chosen,
    facts.channels,
    (values) => {
      // Both at once would mean the channels of those kinds: what was chosen last stays.
      const last = values.at(-1) ?? '';
      const kept = values.filter((value) => value.startsWith(KIND) === last.startsWith(KIND));
      const kinds = kept.filter((value) => value.startsWith(KIND)).map((value) => value.slice(KIND.length));
      const uuids = kept.filter((value) => !value.startsWith(KIND)) as typeof channelUuids;
      return { ...condition, channelUuids: uuids, channelKinds: kinds };
    },
    t('segments.slots.anyChannel'),
  );
  if (condition.kind === 'window') return { channels };
  return {
    channels,
    states: choices(
      condition.states,
      FRIEND_STATES.map((value) => ({ value, label: t(`friends.states.${value}`) })),
      (values) => ({ ...condition, states: values as typeof condition.states }),
      t('segments.slots.anyState'),
    ),
    consents: choices(
      condition.consents,
      FRIEND_CONSENTS.map((value) => ({ value, label: t(`customers.consents.${value}`) })),
      (values) => ({ ...condition, consents: values as typeof condition.consents }),
      t('segments.slots.anyConsent'),
    ),
  };
}
