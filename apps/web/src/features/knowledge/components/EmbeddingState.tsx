import type { KnowledgeView } from '@hanasu/contract/knowledge';
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';

/** How far the passages of a base are ready for search by meaning, and why that stopped. */
export function EmbeddingState({ base }: { base: KnowledgeView }) {
  const { t } = useWords();
  const format = useFormat();
  const { vectors, settings } = base;
  if (settings.embeddingModel === null || vectors.total === 0) return null;
  const { embedded, total, paused } = vectors;
  const isReady = embedded >= total && vectors.next === null;
  return (
    <Stack gap="xs" role="status">
      {isReady ? (
        <Text size="sm">{t('knowledgeSettings.vectorsReady', { count: total })}</Text>
      ) : (
        <>
          <Text size="sm" className="numbers">
            {t('knowledgeSettings.vectorsMaking', {
              done: format.number(embedded),
              total: format.number(total),
            })}{' '}
            {vectors.model ? t('knowledgeSettings.vectorsServing') : t('knowledgeSettings.vectorsWords')}
          </Text>
          <Progress
            value={(embedded / total) * 100}
            animated={paused === null}
            color={paused === null ? 'green' : 'gray'}
            aria-label={t('knowledgeSettings.vectorsProgress')}
          />
        </>
      )}
      {paused !== null && <Alert color="yellow">{t(`knowledgeSettings.paused.${paused}`)}</Alert>}
    </Stack>
  );
}
