import type { EmbeddingId } from '@hanasu/contract/ids';
import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { ActionIcon, Button, Menu, Switch } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './ChunkCard.module.css';
import type { ChunkWork } from './use-chunk-work.ts';

/** What stands beside a passage; absent: that is not shown. */
export interface ChunkNeighbours {
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
export function ChunkActions({ chunk, work, neighbours }: ChunkActionsProps) {
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
