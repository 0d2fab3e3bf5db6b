import { LOCALES } from '@hanasu/contract/accounts';
import { GROUP_LIMITS, type GroupRule } from '@hanasu/contract/groups';
import { Select, TagsInput, TextInput } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';

interface RuleInputProps {
  readonly rule: GroupRule;
  readonly isWrong: boolean;
  readonly onChange: (rule: GroupRule) => void;
}

/** What a rule of each kind looks for. */
export function RuleInput({ rule, isWrong, onChange }: RuleInputProps) {
  const { t } = useWords();
  switch (rule.kind) {
    case 'contains':
    case 'starts':
      return (
        <TagsInput
          aria-label={t('groups.words')}
          placeholder={rule.words.length === 0 ? t('groups.wordsPlaceholder') : ''}
          value={rule.words}
          onChange={(words) => onChange({ ...rule, words })}
          maxTags={GROUP_LIMITS.words}
          acceptValueOnBlur
          splitChars={[',', '、', '，']}
          error={isWrong && t('groups.wordsNeeded')}
        />
      );
    case 'matches':
      return (
        <TextInput
          aria-label={t('groups.pattern')}
          placeholder={t('groups.patternPlaceholder')}
          description={t('groups.patternHelp')}
          inputWrapperOrder={['input', 'description', 'error']}
          value={rule.pattern}
          maxLength={200}
          onChange={(event) => onChange({ ...rule, pattern: event.currentTarget.value })}
          error={isWrong && t('groups.patternNeeded')}
        />
      );
    case 'language':
      return (
        <Select
          aria-label={t('groups.ruleLanguage')}
          data={LOCALES.map((code) => ({ value: code, label: t(`groups.languages.${code}`) }))}
          value={rule.language}
          onChange={(code) => onChange({ ...rule, language: LOCALES.find((one) => one === code) ?? 'en' })}
          allowDeselect={false}
        />
      );
    case 'otherwise':
      return null;
    default:
      return rule satisfies never;
  }
}
