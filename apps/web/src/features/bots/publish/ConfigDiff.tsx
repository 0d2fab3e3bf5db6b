import { useQuery } from '@tanstack/react-query';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { useDayNames } from '../../../shell/components/DayRow.tsx';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import type { BotValues } from '../edit/bot-values.ts';
import classes from './Publish.module.css';

interface ConfigDiffProps {
  before: BotValues;
  after: BotValues;
  /** Said when there is no difference. */
  none: string;
}

/** What differs between two states of a bot: field by field, word by word. */
export function ConfigDiff({ before, after, none }: ConfigDiffProps) {
  const { t, locale } = useWords();
  const textsOf = useConfigTexts();
  const old = new Map(textsOf(before));
  const changed = textsOf(after).filter(([field, text]) => text !== old.get(field));
  if (changed.length === 0) return <p className={classes.dim}>{none}</p>;
  return (
    <dl className={classes.changes}>
      {changed.map(([field, text]) => (
        <div key={field} className={classes.change}>
          <dt>{t(`botEditor.fields.${field}`)}</dt>
          <dd>
            <Changed before={old.get(field) ?? ''} after={text} locale={locale} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Short values are named whole; of texts the words that differ are marked. */
const SHORT = 40;

function Changed({ before, after, locale }: { before: string; after: string; locale: string }) {
  const { t } = useWords();
  const isShort = before.length <= SHORT && after.length <= SHORT && !/\n/.test(before + after);
  const parts = isShort
    ? ([
        { kind: 'removed', text: before || t('botEditor.empty') },
        { kind: 'same', text: ' → ' },
        { kind: 'added', text: after || t('botEditor.empty') },
      ] as const)
    : shortened(diffWords(before, after, locale));
  return parts.map(({ kind, text }, index) => {
    const key = `${index}${kind}`;
    if (kind === 'added') return <ins key={key}>{text}</ins>;
    if (kind === 'removed') return <del key={key}>{text}</del>;
    return <span key={key}>{text}</span>;
  });
}

type Settings = BotValues['settings'];
type ConfigField = Exclude<keyof BotValues, 'settings'> | keyof Settings;

/** Each field of a bot as a person would say it, in the order of the editor. */
function useConfigTexts(): (config: BotValues) => [ConfigField, string][] {
  const { t } = useWords();
  const format = useFormat();
  const days = useDayNames();
  const { data: services } = useQuery(servicesQuery);
  const { data: bases } = useQuery(knowledgesQuery());
  const nameOf = useModelName();

  const service = (uuid: string | null) => {
    const found = services?.find((one) => one.uuid === uuid);
    return found ? nameOf(found) : (uuid ?? '');
  };
  const base = (uuid: string) =>
    bases?.items.find((one) => one.uuid === uuid)?.name ?? t('botEditor.deletedKnowledge');
  const yesNo = (value: boolean) => t(value ? 'botEditor.on' : 'botEditor.off');
  const number = (value: number | null) => (value === null ? '' : format.decimal(value));
  const hours = (value: Settings['businessHours']) =>
    value === null
      ? ''
      : [
          value.timeZone,
          ...value.open.map(({ day, from, until }) => `${days[day]} ${from}–${until}`),
          value.closedReply,
        ].join('\n');

  return ({ settings, ...config }) => [
    ['name', config.name],
    ['instructions', config.instructions],
    ['variables', settings.variables.map(({ name, value }) => `{{${name}}} = ${value}`).join('\n')],
    ['greeting', config.greeting],
    ['suggestedQuestions', settings.suggestedQuestions.join('\n')],
    ['tone', t(`botEditor.tones.${settings.tone}`)],
    ['language', settings.language ? LOCALE_NAMES[settings.language] : t('botEditor.languageOfCustomer')],
    ['serviceUuid', service(config.serviceUuid)],
    ['temperature', number(settings.temperature)],
    ['maxOutputTokens', number(settings.maxOutputTokens)],
    ['fallbackServiceUuid', service(settings.fallbackServiceUuid)],
    ['monthlyBudget', number(settings.monthlyBudget)],
    ['cheaperServiceUuid', service(settings.cheaperServiceUuid)],
    ['knowledgeUuids', config.knowledgeUuids.map(base).join('\n')],
    ['answerOnlyFromKnowledge', yesNo(config.answerOnlyFromKnowledge)],
    ['showSources', yesNo(config.showSources)],
    ['passages', number(settings.passages)],
    ['minConfidence', format.percent(settings.minConfidence)],
    ['noAnswerReply', config.noAnswerReply],
    ['handoverWords', settings.handoverWords.join(', ')],
    ['linkHosts', settings.linkHosts.join('\n')],
    ['businessHours', hours(settings.businessHours)],
  ];
}

export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Above this many pairs texts are compared by lines: the comparison is quadratic. */
const PAIRS_MAX = 4_000_000;

/** What was added and removed between two texts, by words as the language has them. */
export function diffWords(before: string, after: string, locale: string): DiffPart[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
  const lines = (text: string) => text.split(/(?<=\n)/);
  const [left, right] = [words(before), words(after)];
  if (left.length * right.length <= PAIRS_MAX) return diffTokens(left, right);
  return diffTokens(lines(before), lines(after));
}

function diffTokens(left: readonly string[], right: readonly string[]): DiffPart[] {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  const room = Math.min(left.length, right.length) - head;
  while (tail < room && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  return joined([
    ...left.slice(0, head).map(part('same')),
    ...middle(left.slice(head, left.length - tail), right.slice(head, right.length - tail)),
    ...left.slice(left.length - tail).map(part('same')),
  ]);
}

const part =
  (kind: DiffPart['kind']) =>
  (text: string): DiffPart => ({ kind, text });

/** By the longest common subsequence. */
function middle(left: readonly string[], right: readonly string[]): DiffPart[] {
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: DiffPart[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      parts.push(part('same')(left[row] ?? ''));
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      parts.push(part('removed')(left[row] ?? ''));
      row += 1;
    } else {
      parts.push(part('added')(right[column] ?? ''));
      column += 1;
    }
  }
  return [...parts, ...left.slice(row).map(part('removed')), ...right.slice(column).map(part('added'))];
}

/** Neighbours of one kind become one part. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const next of parts) {
    const last = result.at(-1);
    if (last?.kind === next.kind)
      result[result.length - 1] = { kind: next.kind, text: last.text + next.text };
    else result.push(next);
  }
  return result;
}

const CONTEXT = 70;

/** Long unchanged stretches are cut to what stands beside a change. */
export function shortened(parts: readonly DiffPart[]): DiffPart[] {
  return parts.map((one, index) => {
    if (one.kind !== 'same' || one.text.length <= 3 * CONTEXT) return one;
    const before = index === 0 ? '' : one.text.slice(0, CONTEXT);
    const after = index === parts.length - 1 ? '' : one.text.slice(-CONTEXT);
    return { kind: 'same', text: `${before} … ${after}` };
  });
}
