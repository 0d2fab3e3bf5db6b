import { useQuery } from '@tanstack/react-query';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { knowledgesQuery } from '../../knowledge/knowledge.queries.ts';
import { diffWords, shortened } from '../diff-words.ts';
import type { BotValues } from './bot-values.ts';
import classes from './Publish.module.css';
import { useDayNames } from './use-day-names.ts';

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

  const service = (uuid: string | null) =>
    uuid === null ? '' : (services?.find((one) => one.uuid === uuid)?.name ?? uuid);
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
