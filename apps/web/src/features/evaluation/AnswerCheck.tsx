import type {
  DocumentCheckView,
  DocumentQuestionView as QuestionView,
} from '@hanasu/contract/document-questions';
import { answerDocumentQuestion } from '@hanasu/contract/document-questions';
import type { BotId, DocumentQuestionId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, useId, useState } from 'react';
import { AllowLinks } from '../../entities/bot/AllowLinks.tsx';
import { useAllowHost } from '../../entities/bot/bots.queries.ts';
import { AnswerText } from '../../entities/conversation/AnswerText.tsx';
import { CitationChip } from '../../entities/conversation/CitationChip.tsx';
import { citedOf } from '../../entities/conversation/cited.ts';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import { AddTestQuestion } from './AddTestQuestion.tsx';
import classes from './AnswerCheck.module.css';
import {
  type CheckKey,
  checkQuery,
  useAnswerQuestion,
  useJudgeAnswer,
  useMakeQuestions,
} from './question-sets.queries.ts';

type CheckedDocument = Pick<DocumentView, 'uuid' | 'knowledgeUuid' | 'version'>;

/** A form for an answer that a bot gives word for word; a part of bots. */
type MendAnswer = ComponentType<{
  botUuid: BotId;
  curated: null;
  question: string;
  answer: string;
  onSaved: () => void;
  onClose: () => void;
}>;

interface AnswerCheckProps {
  document: CheckedDocument;
  /** Absent: the first bot that answers from the base. */
  botUuid: BotId | undefined;
  onBot: (botUuid: BotId) => void;
  MendAnswer: MendAnswer;
}

/**
 * Questions made from a document beside what a bot answers, each to be found right or wrong. Nothing is asked, and no
 * token is spent, before a member of the team presses the button.
 */
export function AnswerCheck({ document, botUuid, onBot, MendAnswer }: AnswerCheckProps) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const titleId = useId();
  const mayAsk = usePermission(answerDocumentQuestion);
  const key = { uuid: document.uuid, version: document.version, botUuid };
  const query = useQuery(checkQuery(key));
  const check = query.data;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  // Without a bot the page offers to create one; who may not ask sees what others have asked.
  if (!check?.botUuid || (!mayAsk && check.state !== 'made')) return null;
  return (
    <section className={classes.check} aria-labelledby={titleId}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="sm">
          <div>
            <h2 id={titleId} className={classes.title}>
              {t('documentCheck.title')}
            </h2>
            <p className={classes.text}>{t('documentCheck.purpose')}</p>
          </div>
          {check.bots.length > 1 && (
            <Select
              className={classes.bot ?? ''}
              label={t('documentCheck.bot')}
              data={nameOptions(check.bots)}
              value={check.botUuid}
              onChange={(value) => value && onBot(value as BotId)}
              allowDeselect={false}
            />
          )}
        </Group>
        <Checked
          key={`${check.botUuid} ${check.version}`}
          document={document}
          check={check}
          checkKey={{ ...key, botUuid: check.botUuid }}
          mayAsk={mayAsk}
          MendAnswer={MendAnswer}
        />
      </Stack>
    </section>
  );
}

interface CheckedProps extends Pick<AnswerCheckProps, 'document' | 'MendAnswer'> {
  check: DocumentCheckView;
  checkKey: Required<CheckKey> & { readonly botUuid: BotId };
  mayAsk: boolean;
}

/** The questions with the answers of one bot. */
function Checked({ document, check, checkKey, mayAsk, MendAnswer }: CheckedProps) {
  const { t } = useWords();
  const { botUuid } = checkKey;
  const make = useMakeQuestions(checkKey);
  const { ask, isAsking, faultOf } = useAnswers(botUuid);
  const isMaking = make.isPending || check.state === 'making';
  const { questions, shortfall } = check;
  const unanswered = questions.filter(({ answer }) => !answer);
  const isBusy = isMaking || questions.some(({ uuid, asking }) => asking || isAsking(uuid));
  const askAll = (asked: readonly QuestionView[]) =>
    void Promise.all(asked.map(({ uuid, answer }) => answer ?? ask(uuid)));
  // What failed is shown.
  const start = () => make.mutate(botUuid, { onSuccess: (made) => askAll(made.questions) });
  const mayRewrite =
    (shortfall === 'no_language_model' || shortfall === 'balance_empty') &&
    questions.every(({ answer }) => !answer?.verdict);
  return (
    <>
      <Notes check={check} botUuid={botUuid} />
      <Text size="sm" role="status" c="dimmed">
        {isMaking && t('documentCheck.making')}
        {!isMaking &&
          isBusy &&
          t('documentCheck.progress', {
            done: questions.length - unanswered.length,
            total: questions.length,
          })}
      </Text>
      {isMaking && <Skeleton height={96} aria-hidden />}
      {make.error && (
        <p className={classes.fault} role="alert">
          {errorMessage(make.error)}
        </p>
      )}
      {questions.length > 0 && (
        <ol className={classes.questions}>
          {questions.map((question) => (
            <Question
              key={question.uuid}
              document={document}
              botUuid={botUuid}
              question={question}
              isAsking={question.asking || isAsking(question.uuid)}
              fault={faultOf(question.uuid)}
              onAsk={mayAsk ? () => void ask(question.uuid, true) : null}
              MendAnswer={MendAnswer}
            />
          ))}
        </ol>
      )}
      {mayAsk && !isBusy && (
        <Group gap="sm">
          {check.state === 'none' && (
            <Button leftSection={<Icon name="message-square-text" />} onClick={start}>
              {t('documentCheck.start')}
            </Button>
          )}
          {unanswered.length > 0 && (
            <Button leftSection={<Icon name="message-square-text" />} onClick={() => askAll(unanswered)}>
              {t('documentCheck.askRest')}
            </Button>
          )}
          {check.state === 'made' && mayRewrite && (
            <Button variant="default" onClick={start}>
              {t('documentCheck.rewrite')}
            </Button>
          )}
          {(check.state === 'none' || unanswered.length > 0) && (
            <Text size="sm" c="dimmed">
              {t('documentCheck.cost')}
            </Text>
          )}
        </Group>
      )}
    </>
  );
}

/** How the questions came about, and what is different from an answer to a customer. */
function Notes({ check, botUuid }: { check: DocumentCheckView; botUuid: BotId }) {
  const { t } = useWords();
  const { state, shortfall, questions } = check;
  const bot = check.bots.find(({ uuid }) => uuid === botUuid);
  const notes = [
    state === 'made' && shortfall && t(`documentCheck.shortfall.${shortfall}`),
    state === 'made' && shortfall && t(`documentCheck.${questions.length > 0 ? 'fromDocument' : 'nothing'}`),
    bot?.state === 'draft' && t('documentCheck.draft'),
    bot?.hasTools && t('documentCheck.tools'),
  ].filter((note) => typeof note === 'string');
  if (notes.length === 0) return null;
  return (
    <div>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </div>
  );
}

/** Has a bot answer questions, several at once, and keeps why one of them got no answer. */
function useAnswers(botUuid: BotId) {
  const { mutateAsync } = useAnswerQuestion();
  const [runs, setRuns] = useState<ReadonlyMap<DocumentQuestionId, { fault: unknown }>>(new Map());
  const note = (uuid: DocumentQuestionId, run: { fault: unknown } | null) =>
    setRuns((old) => {
      const next = new Map(old);
      if (run) next.set(uuid, run);
      else next.delete(uuid);
      return next;
    });
  return {
    isAsking: (uuid: DocumentQuestionId) => runs.get(uuid)?.fault === null,
    faultOf: (uuid: DocumentQuestionId): unknown => runs.get(uuid)?.fault ?? null,
    async ask(uuid: DocumentQuestionId, again = false): Promise<void> {
      note(uuid, { fault: null });
      try {
        await mutateAsync({ uuid, botUuid, again });
        note(uuid, null);
      } catch (fault) {
        note(uuid, { fault });
      }
    },
  };
}

interface QuestionProps extends Pick<CheckedProps, 'document' | 'MendAnswer'> {
  botUuid: BotId;
  question: QuestionView;
  isAsking: boolean;
  /** Null: none. */
  fault: unknown;
  /** Has the bot answer again; null: this person may not. */
  onAsk: (() => void) | null;
}

function Question({ document, botUuid, question: view, isAsking, fault, onAsk, MendAnswer }: QuestionProps) {
  const { t } = useWords();
  const { question, answer } = view;
  const allowHost = useAllowHost(botUuid);
  return (
    <li className={classes.item} aria-busy={isAsking}>
      <h3 className={classes.question}>{question}</h3>
      {isAsking && <Skeleton height={64} aria-hidden />}
      {!isAsking && fault !== null && (
        <p className={classes.fault} role="alert">
          {errorMessage(fault)}
        </p>
      )}
      {!isAsking && answer && (
        <>
          <BotAnswer answer={answer} />
          <AllowLinks botUuid={botUuid} text={answer.text} onAllow={allowHost} onAsk={onAsk} />
          <p className={view.expected ? classes.slip : classes.passage}>
            {view.expected && `${t('documentCheck.expected', { text: view.expected })} `}
            <Link
              to="/Knowledge/$id/documents/$documentId"
              params={{ id: document.knowledgeUuid, documentId: document.uuid }}
              search={{ chunk: view.embeddingUuid, bot: botUuid }}
            >
              {t('documentCheck.openPassage')}
            </Link>
          </p>
          {onAsk && (
            <Verdict {...{ document, botUuid, view, answer, MendAnswer }} question={question} onAsk={onAsk} />
          )}
        </>
      )}
      {!isAsking && !answer && fault !== null && onAsk && (
        <Button size="xs" variant="default" w="fit-content" onClick={onAsk}>
          {t('shell.retry')}
        </Button>
      )}
    </li>
  );
}

type Answer = NonNullable<QuestionView['answer']>;

function BotAnswer({ answer: { text, citations, outcome } }: { answer: Answer }) {
  const { t } = useWords();
  const cited = citedOf(text, citations);
  return (
    <>
      <div className={classes.answer}>
        <AnswerText text={text} citations={citations} />
      </div>
      {outcome !== 'answered' && (
        <Text size="sm" c="dimmed">
          {t(`conversations.outcomes.${outcome}`)}
        </Text>
      )}
      {cited.length > 0 && (
        <section className={classes.sources} aria-label={t('conversations.sources')}>
          {cited.map((citation) => (
            <CitationChip key={citation.number} citation={citation} titled />
          ))}
        </section>
      )}
    </>
  );
}

interface VerdictProps extends Pick<CheckedProps, 'document' | 'MendAnswer'> {
  botUuid: BotId;
  view: QuestionView;
  question: string;
  answer: Answer;
  onAsk: () => void;
}

/** Right or wrong, and what comes of it: a test that keeps the answer right, or the ways to mend it. */
function Verdict({ document, botUuid, view, question, answer, onAsk, MendAnswer }: VerdictProps) {
  const { t } = useWords();
  const labelId = useId();
  const [isMending, setMending] = useState(false);
  const judge = useJudgeAnswer();
  const verdict = judge.isPending ? judge.variables.verdict : answer.verdict;
  const passage = view.expected ?? answer.citations[0]?.quote;
  const choose = (value: 'right' | 'wrong') =>
    judge.mutate(
      { uuid: view.uuid, botUuid, verdict: verdict === value ? null : value },
      { onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }) },
    );
  return (
    <>
      <Group gap="xs" role="group" aria-labelledby={labelId}>
        <Text id={labelId} size="sm" w="100%">
          {t('documentCheck.verdict')}
        </Text>
        {(['right', 'wrong'] as const).map((value) => (
          <Button
            key={value}
            size="xs"
            variant={verdict === value ? 'light' : 'default'}
            color={value === 'right' ? 'green' : 'red'}
            leftSection={<Icon name={value === 'right' ? 'check' : 'x'} size={14} />}
            aria-pressed={verdict === value}
            onClick={() => choose(value)}
          >
            {t(`documentCheck.${value}`)}
          </Button>
        ))}
      </Group>
      {verdict === 'right' && passage && (
        <div>
          <AddTestQuestion
            knowledgeUuid={document.knowledgeUuid}
            question={question}
            passage={{ embeddingUuid: view.embeddingUuid, text: passage }}
          />
        </div>
      )}
      {verdict === 'wrong' && (
        <>
          <Text size="sm" c="dimmed">
            {t('documentCheck.mendHelp')}
          </Text>
          <Group gap="xs">
            <Button size="xs" leftSection={<Icon name="pencil" size={14} />} onClick={() => setMending(true)}>
              {t('documentCheck.mend')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="refresh-cw" size={14} />}
              onClick={onAsk}
            >
              {t('conversations.askAgain')}
            </Button>
          </Group>
        </>
      )}
      {isMending && (
        <MendAnswer
          {...{ botUuid, question }}
          curated={null}
          answer={withoutMarks(answer.text)}
          onSaved={onAsk}
          onClose={() => setMending(false)}
        />
      )}
    </>
  );
}

/** A prepared answer has no sources that `[1]` could point to. */
const withoutMarks = (text: string): string => text.replaceAll(/ ?\[\d+\]/g, '');
