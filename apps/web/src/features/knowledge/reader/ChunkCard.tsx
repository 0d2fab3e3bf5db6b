import { changeEmbedding } from '@hanasu/contract/embeddings';
import type { EmbeddingId } from '@hanasu/contract/ids';
import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { ActionIcon, Badge, Button, Menu, Skeleton, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { PassageText } from '../../../entities/conversation/PassageText.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import classes from './ChunkCard.module.css';
import { ChunkEditor } from './ChunkEditor.tsx';
import { ChunkReview } from './ChunkReview.tsx';
import { chunkHitsQuery } from './chunks.queries.ts';
import type { ChunkWork } from './use-chunk-work.ts';

interface ChunkCardProps {
  chunk: EmbeddingView;
  chosen: boolean;
  /** Null while nobody may change it: the document is being read. */
  work: ChunkWork | null;
  neighbours: ChunkNeighbours;
  onChoose: () => void;
}

/** A passage: what it says and where it stands; chosen, also what can be done with it. */
export function ChunkCard({ chunk, chosen, work, neighbours, onChoose }: ChunkCardProps) {
  const { t } = useWords();
  const card = useRef<HTMLLIElement>(null);
  const [asked, questions] = useDisclosure(false);
  const mayChange = usePermission(changeEmbedding);
  useReveal(card, chosen);
  const position = String(chunk.position + 1);
  const editing = work?.open?.kind === 'edit' && work.open.id === chunk.uuid;
  return (
    <li
      ref={card}
      className={classes.card}
      data-chosen={chosen || undefined}
      data-off={!chunk.enabled || undefined}
    >
      <button type="button" className={classes.choose} aria-pressed={chosen} onClick={onChoose}>
        <ChunkHead chunk={chunk} position={position} />
        {!chosen && (
          <span className={classes.text}>
            <PassageText text={chunk.text} inLines />
          </span>
        )}
      </button>
      {chosen && !editing && (
        <div className={classes.whole}>
          <PassageText text={chunk.text} />
        </div>
      )}
      {editing && (
        <ChunkEditor
          label={t('chunks.textOf', { position })}
          text={chunk.text}
          headingPath={chunk.headingPath}
          pending={work.pending}
          error={work.error}
          onSave={(words) => work.save({ kind: 'change', body: { embedding: chunk.uuid, ...words } })}
          onSplit={(at) => work.save({ kind: 'split', body: { embedding: chunk.uuid, at } })}
          onClose={work.close}
        />
      )}
      {chosen && !editing && (
        <>
          {chunk.review && (
            <ChunkReview
              mine={chunk.text}
              review={chunk.review}
              actions={
                work && mayChange
                  ? {
                      pending: work.pending,
                      keep: () => work.run({ kind: 'reset', body: { embedding: chunk.uuid, keep: true } }),
                      reset: () => work.run({ kind: 'reset', body: { embedding: chunk.uuid } }),
                    }
                  : null
              }
            />
          )}
          <div className={classes.foot}>
            {work && (
              <Can endpoint={changeEmbedding}>
                <ChunkActions chunk={chunk} work={work} neighbours={neighbours} />
              </Can>
            )}
            {chunk.hits > 0 && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                leftSection={<Icon name="message-square" />}
                aria-expanded={asked}
                onClick={questions.toggle}
              >
                {t('chunks.hits', { count: chunk.hits })}
              </Button>
            )}
          </div>
          {asked && chunk.hits > 0 && <ChunkHits chunk={chunk} />}
        </>
      )}
    </li>
  );
}

function ChunkHead({ chunk, position }: { chunk: EmbeddingView; position: string }) {
  const { t } = useWords();
  const { origin, enabled, review, headingPath, page } = chunk;
  return (
    <span className={classes.head}>
      <span className={classes.position}>{t('knowledge.position', { position })}</span>
      <span className={classes.path}>{headingPath.join(' › ')}</span>
      {review && (
        <Badge size="sm" color="orange" variant="light" className={classes.warn}>
          {t('chunks.toReview')}
        </Badge>
      )}
      {origin !== 'source' && (
        <Badge size="sm" variant="light" className={classes.badge}>
          {t(`chunks.origins.${origin}`)}
        </Badge>
      )}
      {!enabled && (
        <Badge size="sm" color="gray" variant="outline" className={classes.off}>
          {t('chunks.off')}
        </Badge>
      )}
      {page !== null && <span>{t('knowledge.page', { page: String(page) })}</span>}
    </span>
  );
}

/** Scrolls the list, not the page, to the chosen card. */
function useReveal(card: RefObject<HTMLLIElement | null>, chosen: boolean): void {
  useEffect(() => {
    const element = card.current;
    const list = element?.closest('ol');
    if (!chosen || !element || !list) return;
    const top = element.offsetTop - list.offsetTop;
    const above = top < list.scrollTop;
    const below = top + Math.min(element.offsetHeight, 120) > list.scrollTop + list.clientHeight;
    if (above || below) list.scrollTop = top - 12;
  }, [card, chosen]);
}

/** Questions that were answered from a passage. */
function ChunkHits({ chunk }: { chunk: EmbeddingView }) {
  const { t } = useWords();
  const format = useFormat();
  const hits = useQuery(chunkHitsQuery(chunk.documentUuid, chunk.uuid));
  if (hits.isError) return <ErrorNotice error={hits.error} onRetry={() => void hits.refetch()} />;
  if (hits.isPending) return <Skeleton height={60} radius="md" aria-hidden />;
  return (
    <ul className={classes.hits} aria-label={t('chunks.questions')}>
      {hits.data.items.map(({ question, askedAt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same question may be asked twice in the same moment.
        <li key={`${askedAt} ${index}`}>
          <span>{question}</span>
          <time dateTime={askedAt}>{format.date(askedAt)}</time>
        </li>
      ))}
    </ul>
  );
}

/** What stands beside a passage; absent: that is not shown. */
interface ChunkNeighbours {
  /** Null: nothing stands before it. */
  readonly before?: EmbeddingId | null;
  readonly hasNext: boolean;
  readonly next?: EmbeddingId;
  readonly choose: (id: EmbeddingId) => void;
}

interface ChunkActionsProps {
  chunk: EmbeddingView;
  work: ChunkWork;
  neighbours: ChunkNeighbours;
}

/** What can be done with a passage. One editor is open at a time, so that nothing typed is lost. */
function ChunkActions({ chunk, work, neighbours }: ChunkActionsProps) {
  const { t } = useWords();
  const { uuid, enabled, origin } = chunk;
  const position = String(chunk.position + 1);
  const busy = work.open !== null || work.pending;
  const body = { embedding: uuid };
  return (
    <div className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="pencil" />}
        disabled={busy}
        onClick={() => work.edit(uuid)}
      >
        {t('chunks.edit')}
      </Button>
      <Switch
        size="sm"
        label={t('chunks.on')}
        aria-label={t('chunks.switch', { position })}
        checked={enabled}
        disabled={work.pending}
        onChange={(event) =>
          work.run({ kind: 'change', body: { ...body, enabled: event.currentTarget.checked } })
        }
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            disabled={busy}
            aria-label={t('chunks.moreOf', { position })}
          >
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {neighbours.before !== undefined && (
            <Menu.Item leftSection={<Icon name="plus" />} onClick={() => work.add(neighbours.before ?? null)}>
              {t('chunks.addBefore')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => work.add(uuid)}>
            {t('chunks.addAfter')}
          </Menu.Item>
          {neighbours.hasNext && (
            <Menu.Item leftSection={<Icon name="layers" />} onClick={() => work.run({ kind: 'merge', body })}>
              {t('chunks.merge')}
            </Menu.Item>
          )}
          {origin === 'edited' && !chunk.review && (
            <Menu.Item
              leftSection={<Icon name="rotate-ccw" />}
              onClick={() => work.run({ kind: 'reset', body })}
            >
              {t('chunks.reset')}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash-2" />}
            onClick={() =>
              work.remove(uuid, () => {
                const other = neighbours.next ?? neighbours.before;
                if (other) neighbours.choose(other);
              })
            }
          >
            {t('chunks.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
