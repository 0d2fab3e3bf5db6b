import type { InsightsView } from '@hanasu/contract/insights';
import { settleMissedQuestions } from '@hanasu/contract/knowledge-health';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import classes from './Overview.module.css';

/** What was asked in vain, most often first, and where an answer is written. */
export function Questions({ questions }: { questions: InsightsView['questions'] }) {
  const { t } = useWords();
  return (
    <section aria-labelledby="questions" className={classes.section}>
      <h2 id="questions" className={classes.heading}>
        {t('overview.questions.title')}
      </h2>
      {questions.length === 0 && <p className={classes.none}>{t('overview.questions.none')}</p>}
      <ul className={classes.list}>
        {questions.map(({ question, times, knowledgeUuid }) => (
          <li key={question}>
            <span className={classes.times}>{t('overview.questions.times', { count: times })}</span>
            <span className={classes.words}>{question}</span>
            <Can endpoint={settleMissedQuestions}>
              <Button
                size="xs"
                variant="default"
                aria-label={`${t('overview.questions.write')}: ${question}`}
                renderRoot={(props) => (
                  <Link
                    to="/Knowledge/$id/documents"
                    params={{ id: knowledgeUuid }}
                    search={{ tab: 'tests' }}
                    {...props}
                  />
                )}
              >
                {t('overview.questions.write')}
              </Button>
            </Can>
          </li>
        ))}
      </ul>
    </section>
  );
}
