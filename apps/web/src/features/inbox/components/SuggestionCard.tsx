import { Button, Skeleton } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { citedOf } from '../../chat/cited.ts';
import { AnswerText } from '../../chat/components/AnswerText.tsx';
import { CitationChip } from '../../chat/components/CitationChip.tsx';
import type { Suggestion } from '../use-suggestion.ts';
import classes from './Composer.module.css';

/** What the bot would say, with the passages it rests on; it is sent only by a person. */
export function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useWords();
  const { answer, error, isPending } = suggestion;
  return (
    <section className={classes.suggestion} aria-label={t('inboxWork.suggest.title')} aria-busy={isPending}>
      <p className={classes.suggestionHead}>
        <Icon name="sparkles" size={14} />{' '}
        {t(isPending ? 'inboxWork.suggest.making' : 'inboxWork.suggest.title')}
      </p>
      {isPending && (
        <div aria-hidden>
          <Skeleton height={11} width="82%" mt={6} />
          <Skeleton height={11} width="60%" mt={8} mb={6} />
        </div>
      )}
      {error !== null && !isPending && <FaultNotice error={error} onRetry={suggestion.ask} />}
      {answer && !isPending && (
        <>
          <div className={classes.suggestionText} aria-live="polite">
            {answer.text ? (
              <AnswerText text={answer.text} citations={answer.citations} />
            ) : (
              t('inboxWork.suggest.empty')
            )}
          </div>
          <div className={classes.suggestionSources}>
            {citedOf(answer.text, answer.citations).map((citation) => (
              <CitationChip key={citation.number} citation={citation} titled />
            ))}
          </div>
        </>
      )}
      <div className={classes.suggestionActions}>
        {answer?.text && !isPending && (
          <Button size="compact-sm" onClick={suggestion.use}>
            {t('inboxWork.suggest.insert')}
          </Button>
        )}
        {answer && !isPending && (
          <Button size="compact-sm" variant="default" onClick={suggestion.ask}>
            {t('inboxWork.suggest.again')}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={suggestion.dismiss}>
          {t('inboxWork.suggest.dismiss')}
        </Button>
      </div>
    </section>
  );
}
