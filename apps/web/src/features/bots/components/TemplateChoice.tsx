import { Radio, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { templatesQuery } from '../bots.queries.ts';
import classes from './TemplateChoice.module.css';

interface TemplateChoiceProps {
  value: string;
  /** Stands for a bot without a template. */
  blank: string;
  /** `name`: what the template would call the bot; empty for a blank one. */
  onChange: (value: string, name: string) => void;
}

/** Blank, or a template in the language of the interface. */
export function TemplateChoice({ value, blank, onChange }: TemplateChoiceProps) {
  const { t, locale } = useWords();
  const templates = useQuery(templatesQuery);
  const own = templates.data?.items.filter((one) => one.locale === locale) ?? [];
  const nameOf = (chosen: string) => own.find(({ template }) => template === chosen)?.name ?? '';
  return (
    <Radio.Group
      label={t('botEditor.startWith')}
      value={value}
      onChange={(chosen) => onChange(chosen, nameOf(chosen))}
    >
      <div className={classes.choices}>
        <Choice value={blank} name={t('botEditor.blank')} text={t('botEditor.blankText')} />
        {own.map(({ template, name, description }) => (
          <Choice key={template} value={template} name={name} text={description} />
        ))}
        {templates.isPending && <Skeleton height={78} radius="md" />}
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
