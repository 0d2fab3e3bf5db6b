import type { FormDefinition } from '@hanasu/contract/form-definition';
import { useQuery } from '@tanstack/react-query';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { wordsIn } from '../../../entities/form/forms.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { TextDiff } from '../../../shell/draft/TextDiff.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { describeBoth } from './compare-forms.ts';
import { type DescribedQuestion, describeQuestion, type FormDescriber } from './describe-form.ts';
import { KIND_ICONS } from './FieldPanel.tsx';
import classes from './FormVersion.module.css';
import { useEditing } from './use-form-draft.ts';

interface FormVersionProps {
  definition: FormDefinition;
}

function useDescriber(): FormDescriber {
  const { t } = useWords();
  const format = useFormat();
  const { data: known = [] } = useQuery(customerFieldsQuery);
  return {
    t,
    format,
    customFieldName: (uuid) => known.find((field) => field.uuid === uuid)?.label ?? '—',
  };
}

/** Shows what restoring a version would change in the draft. */
export function FormDifferences({ definition }: FormVersionProps) {
  const { t } = useWords();
  const { draft, mayEdit } = useEditing();
  const describer = useDescriber();
  return (
    <TextDiff
      {...describeBoth(draft, definition, describer)}
      none={t('shell.versions.same')}
      help={mayEdit ? t('shell.versions.differencesHelp') : undefined}
    />
  );
}

/** Shows the texts, pages and questions of a version in short. */
export function FormContents({ definition }: FormVersionProps) {
  const { t } = useWords();
  const describer = useDescriber();
  const { title, lead, pages, thanks, languages } = definition;
  const [introduction, ending] = [wordsIn(lead, languages), wordsIn(thanks, languages)];
  return (
    <div className={classes.contents}>
      <p className={classes.title}>{wordsIn(title, languages)}</p>
      {introduction && <p className={classes.text}>{introduction}</p>}
      {pages.map(({ title: pageTitle, fields }, index) => {
        const name = t('formEditor.pageNumber', { number: index + 1 });
        const titled = [name, wordsIn(pageTitle, languages)].filter(Boolean).join(' · ');
        return (
          <div key={name}>
            {(pages.length > 1 || titled !== name) && <h4 className={classes.page}>{titled}</h4>}
            <ol className={classes.questions} aria-label={titled}>
              {fields.map((field) => (
                <Question key={field.key} question={describeQuestion(field, definition, describer)} />
              ))}
            </ol>
          </div>
        );
      })}
      {ending && (
        <p className={classes.text}>
          {t('shell.versions.fact', { label: t('formSettings.texts.thanks'), value: ending })}
        </p>
      )}
    </div>
  );
}

function Question({ question }: { question: DescribedQuestion }) {
  const { t } = useWords();
  const { kind, name, isRequired, choices, target, condition } = question;
  const fact = (label: string, value: string) => t('shell.versions.fact', { label, value });
  return (
    <li className={classes.question}>
      <Icon name={KIND_ICONS[kind]} size={16} className={classes.icon} />
      <div className={classes.body}>
        <p className={classes.name}>
          {name}
          {isRequired && <span className={classes.required}>{t('formEditor.required')}</span>}
        </p>
        <p className={classes.fact}>
          {t(`formEditor.kinds.${kind}`)}
          {target !== null && ` · ${fact(t('formEditor.target'), target)}`}
        </p>
        {choices.length > 0 && <p className={classes.choices}>{choices.join(' / ')}</p>}
        {condition !== null && <p className={classes.fact}>{fact(t('formEditor.showIf'), condition)}</p>}
      </div>
    </li>
  );
}
