import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { retryDocument } from '@hanasu/contract/knowledge';
import type { getKnowledgeHealth, HealthPassage } from '@hanasu/contract/knowledge-health';
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { z } from 'zod';
import { useRetryDocument } from '../../entities/knowledge/knowledge.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import classes from './QuestionSets.module.css';
import { healthQuery } from './question-sets.queries.ts';

type Health = EndpointOutput<typeof getKnowledgeHealth>;
interface PartProps {
  health: Health;
  knowledgeUuid: KnowledgeId;
}

/** What to do about a base: each trouble with its remedy. */
export function HealthPanel({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const format = useFormat();
  const query = useQuery(healthQuery(knowledgeUuid));
  const { data: health } = query;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!health) {
    return (
      <Stack gap="sm">
        <Text size="sm" role="status">
          {t('health.checking')}
        </Text>
        <Skeleton height={180} radius="lg" aria-hidden />
      </Stack>
    );
  }
  const troubles = [health.failed, health.misread, health.stale, health.toReview, health.conflicting];
  const isWell = troubles.every(({ length }) => length === 0) && (health.neverHit?.total ?? 0) === 0;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" className="numbers">
          {t('health.size', {
            documents: format.number(health.documents),
            passages: format.number(health.passages),
          })}
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="refresh-cw" size={14} />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t('health.again')}
        </Button>
      </Group>
      {isWell && (
        <EmptyState
          icon="check-circle-2"
          title={t(health.documents === 0 ? 'health.nothing' : 'health.well')}
          text={t(health.documents === 0 ? 'health.nothingText' : 'health.wellText')}
        />
      )}
      <Failed health={health} knowledgeUuid={knowledgeUuid} />
      <Misread health={health} knowledgeUuid={knowledgeUuid} />
      <Conflicting health={health} knowledgeUuid={knowledgeUuid} />
      <Stale health={health} knowledgeUuid={knowledgeUuid} />
      <Passages health={health} knowledgeUuid={knowledgeUuid} />
      {health.neverHit === null && health.documents > 0 && (
        <Text size="sm" c="dimmed">
          {t('health.tooEarly')}
        </Text>
      )}
    </Stack>
  );
}

function Failed({ health: { failed }, knowledgeUuid }: PartProps) {
  const { t } = useWords();
  return (
    <HealthSection title={t('health.failed')} text={t('health.failedText')} count={failed.length}>
      {failed.map((document) => (
        <li key={document.documentUuid} className={classes.item}>
          <div className={classes.row}>
            <div className={classes.words}>
              <DocumentLink knowledgeUuid={knowledgeUuid} document={document} />
              <span className={classes.sub}>{document.reason}</span>
            </div>
            <Reread knowledgeUuid={knowledgeUuid} documentUuid={document.documentUuid} />
          </div>
        </li>
      ))}
    </HealthSection>
  );
}

/** Rows that stand below a head of another table, and the passage they are in. */
function Misread({ health: { misread }, knowledgeUuid }: PartProps) {
  const { t } = useWords();
  return (
    <HealthSection title={t('health.misread')} text={t('health.misreadText')} count={misread.length}>
      {misread.map(({ page, rows, ...passage }) => (
        <li key={passage.embeddingUuid} className={classes.item}>
          <PassageLink knowledgeUuid={knowledgeUuid} passage={passage} page={page} />
          <span className={classes.passage}>{rows.join('\n')}</span>
        </li>
      ))}
    </HealthSection>
  );
}

function Stale({ health: { stale }, knowledgeUuid }: PartProps) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <HealthSection title={t('health.stale')} text={t('health.staleText')} count={stale.length}>
      {stale.map((document) => (
        <li key={document.documentUuid} className={classes.item}>
          <div className={classes.row}>
            <div className={classes.words}>
              <DocumentLink knowledgeUuid={knowledgeUuid} document={document} />
              {document.checkedAt && (
                <span className={classes.sub}>
                  {t('health.checked', { ago: format.ago(document.checkedAt) })}
                </span>
              )}
            </div>
            <Reread knowledgeUuid={knowledgeUuid} documentUuid={document.documentUuid} />
          </div>
        </li>
      ))}
    </HealthSection>
  );
}

function Conflicting({ health: { conflicting }, knowledgeUuid }: PartProps) {
  const { t } = useWords();
  return (
    <HealthSection
      title={t('health.conflicting')}
      text={t('health.conflictingText')}
      count={conflicting.length}
    >
      {conflicting.map(({ one, other, differs }) => (
        <li key={`${one.embeddingUuid} ${other.embeddingUuid}`} className={classes.item}>
          <span className={classes.question}>{differs.join(' · ')}</span>
          <div className={classes.pair}>
            {[one, other].map((passage) => (
              <div key={passage.embeddingUuid} className={classes.side}>
                <PassageLink knowledgeUuid={knowledgeUuid} passage={passage} />
                <p>{passage.text}</p>
              </div>
            ))}
          </div>
        </li>
      ))}
    </HealthSection>
  );
}

function Passages({ health: { toReview, neverHit }, knowledgeUuid }: PartProps) {
  const { t } = useWords();
  const list = (passages: Health['toReview']) =>
    passages.map((passage) => (
      <li key={passage.embeddingUuid} className={classes.item}>
        <PassageLink knowledgeUuid={knowledgeUuid} passage={passage} />
        <span className={classes.passage}>{passage.text}</span>
      </li>
    ));
  return (
    <>
      <HealthSection title={t('health.toReview')} text={t('health.toReviewText')} count={toReview.length}>
        {list(toReview)}
      </HealthSection>
      {neverHit && (
        <HealthSection title={t('health.neverHit')} text={t('health.neverHitText')} count={neverHit.total}>
          {list(neverHit.some)}
          {neverHit.total > neverHit.some.length && (
            <li className={classes.sub}>
              {t('health.more', { count: neverHit.total - neverHit.some.length })}
            </li>
          )}
        </HealthSection>
      )}
    </>
  );
}

function DocumentLink({
  knowledgeUuid,
  document,
}: {
  knowledgeUuid: KnowledgeId;
  document: Health['stale'][number] | Health['failed'][number];
}) {
  return (
    <Link
      to="/Knowledge/$id/documents/$documentId"
      params={{ id: knowledgeUuid, documentId: document.documentUuid }}
      className={classes.question}
    >
      {document.title}
    </Link>
  );
}

function Reread({
  knowledgeUuid,
  documentUuid,
}: {
  knowledgeUuid: KnowledgeId;
  documentUuid: Health['failed'][number]['documentUuid'];
}) {
  const { t } = useWords();
  const retry = useRetryDocument(knowledgeUuid);
  return (
    <Can endpoint={retryDocument}>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="refresh-cw" size={14} />}
        loading={retry.isPending}
        disabled={retry.isSuccess}
        onClick={() =>
          retry.mutate(documentUuid, {
            onSuccess: () => toasts.add({ title: t('health.rereading') }),
            onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }),
          })
        }
      >
        {t('knowledgeBase.readAgain')}
      </Button>
    </Can>
  );
}

interface HealthSectionProps {
  title: string;
  /** What to do about it. */
  text: string;
  count: number;
  children: ReactNode;
}

/** One kind of trouble; nothing when there is none of it. */
function HealthSection({ title, text, count, children }: HealthSectionProps) {
  const id = useId();
  const format = useFormat();
  if (count === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Group gap="xs">
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        <Badge variant="light" className="numbers">
          {format.number(count)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <ul className={classes.list}>{children}</ul>
    </Stack>
  );
}

interface PassageLinkProps {
  knowledgeUuid: KnowledgeId;
  passage: z.infer<typeof HealthPassage>;
  page?: number | null;
}

/** To the passage in its document. */
function PassageLink({ knowledgeUuid, passage, page = null }: PassageLinkProps) {
  const { t } = useWords();
  return (
    <Link
      to="/Knowledge/$id/documents/$documentId"
      params={{ id: knowledgeUuid, documentId: passage.documentUuid }}
      search={{ chunk: passage.embeddingUuid }}
      className={classes.question}
    >
      {page === null ? passage.title : t('health.place', { title: passage.title, page })}
    </Link>
  );
}
