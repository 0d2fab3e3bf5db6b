import type { DocumentId, EmbeddingId } from '@hanasu/contract/ids';
import { type RefObject, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { type ChunkChange, useChangeChunks } from './chunks.queries.ts';

/** The one editor that is open: of a passage, or for a new one behind another (null: at the start). */
type OpenEditor =
  | { readonly kind: 'edit'; readonly id: EmbeddingId }
  | { readonly kind: 'add'; readonly after: EmbeddingId | null };

export interface ChunkWork {
  readonly open: OpenEditor | null;
  readonly pending: boolean;
  /** Of what the open editor has tried to save. */
  readonly error: unknown;
  readonly edit: (id: EmbeddingId) => void;
  readonly add: (after: EmbeddingId | null) => void;
  readonly close: () => void;
  /** Saves what the editor holds, and closes it when that is done. */
  readonly save: (change: ChunkChange) => void;
  /** Does something at once; a refusal is said in passing. */
  readonly run: (change: ChunkChange, onDone?: () => void) => void;
  /** Takes a passage out; it can be had back at once. */
  readonly remove: (id: EmbeddingId, onDone: () => void) => void;
}

interface Choice {
  /** How many times a passage was chosen. */
  readonly choices: RefObject<number>;
  readonly choose: (id: EmbeddingId) => void;
}

/** What people do with the passages of a document. */
export function useChunkWork(document: DocumentId, { choices, choose }: Choice): ChunkWork {
  const { t } = useWords();
  const [open, setOpen] = useState<OpenEditor | null>(null);
  const saving = useChangeChunks(document);
  const running = useChangeChunks(document);
  /** Chooses the passage that comes of a change, unless the person has chosen one meanwhile. */
  const chooseLater = () => {
    const before = choices.current;
    return (id: EmbeddingId) => {
      if (choices.current === before) choose(id);
    };
  };
  const begin = (next: OpenEditor | null) => {
    saving.reset();
    setOpen(next);
  };
  const run: ChunkWork['run'] = (change, onDone) =>
    running.mutate(change, {
      onSuccess: onDone,
      onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }),
    });
  return {
    open,
    pending: saving.isPending || running.isPending,
    error: saving.error,
    edit: (id) => begin({ kind: 'edit', id }),
    add: (after) => begin({ kind: 'add', after }),
    close: () => begin(null),
    save: (change) => {
      const onCame = chooseLater();
      saving.mutate(change, {
        onSuccess: ({ items }) => {
          begin(null);
          if (change.kind === 'add' && items[0]) onCame(items[0].uuid);
        },
      });
    },
    run,
    remove: (embedding, onDone) =>
      run({ kind: 'delete', body: { embedding } }, () => {
        onDone();
        toasts.add({
          title: t('chunks.removed'),
          action: {
            label: t('chunks.undo'),
            onClick: () => {
              const onCame = chooseLater();
              run({ kind: 'restore', body: { embedding } }, () => onCame(embedding));
            },
          },
        });
      }),
  };
}
