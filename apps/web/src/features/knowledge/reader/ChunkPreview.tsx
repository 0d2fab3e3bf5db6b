import type { KnowledgeId } from '@hanasu/contract/ids';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PassageText } from '../../../entities/conversation/PassageText.tsx';
import { type PreviewInput, previewQuery } from '../../../entities/knowledge/documents.queries.ts';
import { knowledgeQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { isWholeNumber, WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import classes from './ChunkPreview.module.css';

interface ChunkPreviewProps {
  knowledgeUuid: KnowledgeId;
  source: PreviewInput['source'];
  /** Tells one source from another: what is shown is kept by it. */
  sourceKey: string;
}

/** How a text or file would be split into passages, with sizes to try; nothing is stored. */
export function ChunkPreview({ knowledgeUuid, source, sourceKey }: ChunkPreviewProps) {
  const { t } = useWords();
  const base = useQuery(knowledgeQuery(knowledgeUuid));
  const [tried, setTried] = useState<{ chunkTokens?: number; overlapPercent?: number }>({});
  const chunkTokens = tried.chunkTokens ?? base.data?.settings.chunkTokens ?? 220;
  const overlapPercent = tried.overlapPercent ?? base.data?.settings.overlapPercent ?? 15;
  return (
    <section className={classes.panel} aria-label={t('documents.preview')}>
      <Text size="sm" c="dimmed">
        {t('documents.previewHelp')}
      </Text>
      <Group gap="sm" mt="xs" align="flex-end">
        <WholeNumberInput
          label={t('documents.size')}
          min={80}
          max={1000}
          step={20}
          value={chunkTokens}
          onChange={(value) => isWholeNumber(value) && setTried((old) => ({ ...old, chunkTokens: value }))}
        />
        <WholeNumberInput
          label={t('documents.overlap')}
          max={50}
          step={5}
          value={overlapPercent}
          onChange={(value) => isWholeNumber(value) && setTried((old) => ({ ...old, overlapPercent: value }))}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {t('documents.sizesHelp')}
      </Text>
      <Chunks
        knowledgeUuid={knowledgeUuid}
        sourceKey={sourceKey}
        input={{ source, chunkTokens, overlapPercent }}
      />
    </section>
  );
}

interface ChunksProps {
  knowledgeUuid: KnowledgeId;
  sourceKey: string;
  input: PreviewInput;
}
function Chunks({ knowledgeUuid, sourceKey, input }: ChunksProps) {
  const { t } = useWords();
  // While somebody types, nothing is asked.
  const [settled] = useDebouncedValue({ input, sourceKey }, 500);
  const preview = useQuery(previewQuery(knowledgeUuid, settled.input, settled.sourceKey));
  if (preview.isError) return <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <Skeleton height={160} mt="md" radius="md" aria-label={t('shell.loading')} />;
  const { chunks, total, unreadPages, warnings } = preview.data;
  return (
    <Stack gap="xs" mt="md" aria-busy={preview.isFetching}>
      <Text fw={500} role="status">
        {t('documents.previewSum', { count: total })}
      </Text>
      {unreadPages.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('documents.unreadPages', {
            count: unreadPages.length,
            pages: unreadPages.slice(0, 8).join(', '),
          })}
        </Text>
      )}
      {warnings.map((warning) => (
        <Text key={warning} size="sm" c="dimmed">
          {t(`documents.warnings.${warning}`)}
        </Text>
      ))}
      <ol className={classes.chunks}>
        {chunks.map((chunk) => (
          <li key={chunk.position} className={classes.chunk}>
            <span className={classes.head}>
              <span className={classes.position}>
                {t('knowledge.position', { position: String(chunk.position + 1) })}
              </span>
              <span>{chunk.headingPath.join(' › ')}</span>
              {chunk.page !== null && <span>{t('knowledge.page', { page: String(chunk.page) })}</span>}
            </span>
            <div className={classes.text}>
              <PassageText text={chunk.text} />
            </div>
          </li>
        ))}
      </ol>
      {total > chunks.length && (
        <Text size="sm" c="dimmed">
          {t('documents.previewFirst', { count: chunks.length })}
        </Text>
      )}
    </Stack>
  );
}
