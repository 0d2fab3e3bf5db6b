import { createCurated } from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { tryCuratedQuery } from '../curated.queries.ts';
import classes from './Curated.module.css';

interface TryCuratedProps {
  botUuid: BotId;
  /** Begins an answer to a question that has none. */
  onWrite: (question: string) => void;
}

/** Which answer a customer would get; it uses no tokens. */
export function TryCurated({ botUuid, onWrite }: TryCuratedProps) {
  const { t } = useWords();
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState('');
  const attempt = useQuery(tryCuratedQuery(botUuid, asked));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = question.trim();
    if (wanted === asked && wanted !== '') void attempt.refetch();
    setAsked(wanted);
  };
  const curated = attempt.data?.curated;
  return (
    <section className={classes.try}>
      <form noValidate onSubmit={submit} className={classes.tryLine}>
        <TextInput
          className={classes.tryField ?? ''}
          label={t('curated.try')}
          description={t('curated.tryHelp')}
          value={question}
          maxLength={8_000}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          error={attempt.error ? faultWords(attempt.error) : null}
        />
        <Button type="submit" variant="default" loading={attempt.isFetching}>
          {t('curated.tryAction')}
        </Button>
      </form>
      <div role="status" className={classes.result}>
        {curated && (
          <>
            <Text size="sm" c="dimmed">
              {t('curated.tryHit', { question: curated.questions[0] ?? '' })}
            </Text>
            <p className={classes.said}>{curated.answer}</p>
          </>
        )}
        {curated === null && (
          <>
            <Text size="sm">{t('curated.tryMiss')}</Text>
            <OnlyFor endpoint={createCurated}>
              <Button variant="subtle" size="compact-sm" mt={6} onClick={() => onWrite(asked)}>
                {t('curated.tryWrite')}
              </Button>
            </OnlyFor>
          </>
        )}
      </div>
    </section>
  );
}
