import type { BotTemplateView } from '@hanasu/contract/bot-files';
import { Radio, Skeleton } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './TemplateChoice.module.css';

interface TemplateChoiceProps {
  value: string;
  /** Stands for a bot without a template. */
  blank: string;
  /** Those in the language of the interface. */
  templates: readonly BotTemplateView[];
  isPending: boolean;
  onChange: (value: string) => void;
}

/** Blank, or a template. */
export function TemplateChoice({ value, blank, templates, isPending, onChange }: TemplateChoiceProps) {
  const { t } = useWords();
  return (
    <Radio.Group label={t('botEditor.startWith')} value={value} onChange={onChange}>
      <div className={classes.choices}>
        <Choice value={blank} name={t('botEditor.blank')} text={t('botEditor.blankText')} />
        {templates.map(({ template, name, description }) => (
          <Choice key={template} value={template} name={name} text={description} />
        ))}
        {isPending && <Skeleton height={78} radius="md" />}
      </div>
    </Radio.Group>
  );
}

const Choice = ({ value, name, text }: { value: string; name: string; text: string }) => (
  <Radio.Card value={value} className={classes.choice ?? ''}>
    <Radio.Indicator />
    <span>
      <span className={classes.name}>{name}</span>
      <span className={classes.text}>{text}</span>
    </span>
  </Radio.Card>
);
