import { useQuery } from '@tanstack/react-query';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { useDayNames } from '../../../shell/components/DayRow.tsx';
import { TextDiff } from '../../../shell/draft/TextDiff.tsx';
import type { DescribedPart } from '../../../shell/draft/text-changes.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { useModelName } from '../../../shell/use-model-name.ts';
import type { BotValues } from '../edit/bot-values.ts';

interface ConfigDiffProps {
  before: BotValues;
  after: BotValues;
  /** Is shown when there is no difference. */
  none: string;
}

/** Shows what differs between two states of a bot. */
export function ConfigDiff({ before, after, none }: ConfigDiffProps) {
  const describe = useDescription();
  return <TextDiff before={describe(before)} after={describe(after)} none={none} />;
}

/** Describes a bot as one part without a name of its own. */
function useDescription(): (config: BotValues) => DescribedPart[] {
  const { t } = useWords();
  const textsOf = useConfigTexts();
  return (config) => [
    {
      key: 'bot',
      label: '',
      group: '',
      place: '',
      texts: textsOf(config).map(([key, text]) => ({ key, label: t(`botEditor.fields.${key}`), text })),
    },
  ];
}

type Settings = BotValues['settings'];
type ConfigField = Exclude<keyof BotValues, 'settings'> | Exclude<keyof Settings, 'monthlyBudget'>;

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
