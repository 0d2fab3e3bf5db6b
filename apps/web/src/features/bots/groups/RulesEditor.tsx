import { LOCALES } from '@hanasu/contract/accounts';
import { GROUP_LIMITS, type GroupRule } from '@hanasu/contract/groups';
import { ActionIcon, Button, Select, TagsInput, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './GroupEdit.module.css';
import { type GroupValues, moved, RULE_KINDS, ruleOfKind } from './group-values.ts';
import { type Move, MoveButtons } from './MoveButtons.tsx';

/** The rules of one member, in order. */
export function RulesEditor({ index }: { index: number }) {
  const { t } = useWords();
  const { control, formState } = useFormContext<GroupValues>();
  const errors = formState.errors.members?.[index]?.rules as readonly (unknown | undefined)[] | undefined;
  return (
    <Controller
      control={control}
      name={`members.${index}.rules`}
      render={({ field }) => {
        const rules = field.value ?? [];
        const change = (at: number, rule: GroupRule) =>
          field.onChange(rules.map((one, place) => (place === at ? rule : one)));
        return (
          <div className={classes.rules}>
            <p className={classes.rulesTitle}>{t('groups.rules')}</p>
            <p className={classes.noRules}>{t(rules.length === 0 ? 'groups.noRules' : 'groups.rulesHelp')}</p>
            <ol className={classes.ruleList}>
              {rules.map((rule, at) => (
                <RuleRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id, and what it shows is all in its value.
                  key={at}
                  rule={rule}
                  at={at}
                  count={rules.length}
                  isWrong={errors?.[at] !== undefined}
                  onChange={(next) => change(at, next)}
                  onMove={(by) => field.onChange(moved(rules, at, by))}
                  onRemove={() => field.onChange(rules.filter((_, place) => place !== at))}
                />
              ))}
            </ol>
            {rules.length < GROUP_LIMITS.rules && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="plus" size={14} />}
                onClick={() => field.onChange([...rules, ruleOfKind('contains')])}
              >
                {t('groups.addRule')}
              </Button>
            )}
          </div>
        );
      }}
    />
  );
}

interface RuleRowProps {
  readonly rule: GroupRule;
  readonly at: number;
  readonly count: number;
  readonly isWrong: boolean;
  readonly onChange: (rule: GroupRule) => void;
  readonly onMove: (by: Move) => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule, at, count, isWrong, onChange, onMove, onRemove }: RuleRowProps) {
  const { t } = useWords();
  const number = at + 1;
  const name = t('groups.ruleNumber', { number });
  return (
    <li className={classes.rule}>
      <Select
        aria-label={t('groups.ruleKind', { number })}
        data={RULE_KINDS.map((kind) => ({ value: kind, label: t(`groups.ruleKinds.${kind}`) }))}
        value={rule.kind}
        onChange={(kind) => onChange(ruleOfKind(RULE_KINDS.find((one) => one === kind) ?? 'contains', rule))}
        allowDeselect={false}
      />
      <div className={classes.ruleInput}>
        <RuleInput rule={rule} isWrong={isWrong} onChange={onChange} />
      </div>
      <div className={classes.ruleTools}>
        <MoveButtons index={at} count={count} name={name} onMove={onMove} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          onClick={onRemove}
          aria-label={t('groups.remove', { name })}
        >
          <Icon name="x" />
        </ActionIcon>
      </div>
    </li>
  );
}

interface RuleInputProps {
  readonly rule: GroupRule;
  readonly isWrong: boolean;
  readonly onChange: (rule: GroupRule) => void;
}

/** What a rule of each kind looks for. */
function RuleInput({ rule, isWrong, onChange }: RuleInputProps) {
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
