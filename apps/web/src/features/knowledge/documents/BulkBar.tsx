import type { DocumentView } from '@hanasu/contract/knowledge';
import { Button, Group, Modal, Stack, TagsInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type BulkAction, useBulkAction } from '../../../entities/knowledge/documents.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { deleteLater } from '../../../shell/notifications/delete-later.tsx';
import classes from './BulkBar.module.css';

interface BulkBarProps {
  documents: readonly DocumentView[];
  onDone: () => void;
}

/** What can be done with the selected documents. */
export function BulkBar({ documents, onDone }: BulkBarProps) {
  const { t } = useWords();
  const bulk = useBulkAction();
  const [deleting, remove] = useDisclosure(false);
  const [tagging, tag] = useDisclosure(false);
  // A failure is shown where it happened: in the dialog, or in the bar.
  const run = (action: BulkAction) =>
    bulk
      .mutateAsync({ action, documents })
      .then(() => {
        tag.close();
        onDone();
      })
      .catch(() => undefined);
  const confirm = () => {
    deleteLater({
      ids: documents.map(({ uuid }) => uuid),
      title: t('documents.deleted', { count: documents.length }),
      undoLabel: t('shell.undo'),
      run: () => bulk.mutateAsync({ action: { kind: 'delete' }, documents }),
    });
    onDone();
  };
  return (
    <div className={classes.bar} role="status">
      <Text span fw={500}>
        {t('documents.selected', { count: documents.length })}
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="refresh-cw" size={14} />}
          loading={bulk.isPending}
          onClick={() => void run({ kind: 'retry' })}
        >
          {t('knowledgeBase.readAgain')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="tags" size={14} />}
          onClick={tag.open}
        >
          {t('documents.addTags')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          c="red"
          leftSection={<Icon name="trash-2" size={14} />}
          onClick={remove.open}
        >
          {t('shell.delete')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
          {t('documents.clearSelection')}
        </Button>
      </Group>
      {bulk.isError && !tagging && (
        <Text span size="sm" c="red" role="alert">
          {errorMessage(bulk.error)}
        </Text>
      )}
      <ConfirmDelete
        opened={deleting}
        onClose={remove.close}
        onConfirm={confirm}
        title={t('documents.deleteTitle', { count: documents.length })}
      >
        {t('knowledge.deleteDocumentText')}
      </ConfirmDelete>
      <AddTags
        count={documents.length}
        opened={tagging}
        onClose={tag.close}
        pending={bulk.isPending}
        error={bulk.error}
        onAdd={(tags) => void run({ kind: 'tag', tags })}
      />
    </div>
  );
}

interface AddTagsProps {
  count: number;
  opened: boolean;
  onClose: () => void;
  pending: boolean;
  error: unknown;
  onAdd: (tags: readonly string[]) => void;
}
function AddTags({ count, opened, onClose, pending, error, onAdd }: AddTagsProps) {
  const { t } = useWords();
  const format = useFormat();
  const [tags, setTags] = useState<string[]>([]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('documents.addTagsTitle', { number: format.number(count) })}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack>
        <TagsInput
          label={t('documents.tags')}
          description={t('documents.tagsHelp')}
          maxTags={20}
          acceptValueOnBlur
          data-autofocus
          value={tags}
          onChange={setTags}
          error={error ? errorMessage(error) : undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button loading={pending} disabled={tags.length === 0} onClick={() => onAdd(tags)}>
            {t('documents.addTags')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
