import { updateDocument } from '@hanasu/contract/documents';
import { type DocumentView, deleteDocument } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { ActionIcon, Button, Group, Menu, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import {
  saveSource,
  useChangeDocument,
  useStopDocument,
} from '../../../entities/knowledge/documents.queries.ts';
import {
  moving,
  useDeleteDocument,
  useRetryDocument,
} from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { deleteLater } from '../../../shell/notifications/delete-later.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';

interface DocumentActionsProps {
  document: DocumentView;
  onDeleted?: () => void;
}

/** The menu of one document. */
export function DocumentActions({ document, onDeleted }: DocumentActionsProps) {
  const { t } = useWords();
  const mayChange = usePermission(deleteDocument);
  const [asking, dialog] = useDisclosure(false);
  const [editing, edit] = useDisclosure(false);
  const save = () =>
    void saveSource(document).catch((error: unknown) =>
      toasts.add({ title: errorMessage(error), color: 'error' }),
    );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('knowledge.moreOf', { name: document.title })}
          >
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange && <ReadingItems document={document} />}
          {mayChange && (document.kind === 'text' || document.kind === 'questions') && (
            <Menu.Item
              leftSection={<Icon name="text-quote" />}
              renderRoot={(props) => (
                <Link
                  to="/Knowledge/$id/documents/Create"
                  params={{ id: document.knowledgeUuid }}
                  search={{ document: document.uuid }}
                  {...props}
                />
              )}
            >
              {t('documents.editContent')}
            </Menu.Item>
          )}
          {mayChange && (
            <Menu.Item leftSection={<Icon name="pencil" />} onClick={edit.open}>
              {t('documents.edit')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="download" />} onClick={save}>
            {t('documents.saveSource')}
          </Menu.Item>
          {mayChange && (
            <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={dialog.open}>
              {t('knowledge.deleteDocument')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteDocument
        document={document}
        opened={asking}
        onClose={dialog.close}
        {...(onDeleted && { onDeleted })}
      />
      <EditDocument document={document} opened={editing} onClose={edit.close} />
    </>
  );
}

function ReadingItems({ document }: { document: DocumentView }) {
  const { t } = useWords();
  const retry = useRetryDocument(document.knowledgeUuid);
  const stop = useStopDocument();
  if (moving(document))
    return (
      <Menu.Item leftSection={<Icon name="square" />} onClick={() => stop.mutate(document)}>
        {t('documents.stop')}
      </Menu.Item>
    );
  return (
    <Menu.Item leftSection={<Icon name="refresh-cw" />} onClick={() => retry.mutate(document.uuid)}>
      {t(document.status === 'stopped' ? 'documents.resume' : 'knowledgeBase.readAgain')}
    </Menu.Item>
  );
}

interface DeleteDocumentProps {
  document: DocumentView;
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

function DeleteDocument({ document, opened, onClose, onDeleted }: DeleteDocumentProps) {
  const { t } = useWords();
  const remove = useDeleteDocument(document.knowledgeUuid);
  const confirm = () => {
    onClose();
    deleteLater({
      ids: [document.uuid],
      title: t('knowledge.deleted', { name: document.title }),
      undoLabel: t('shell.undo'),
      run: () => remove.mutateAsync(document.uuid),
    });
    onDeleted?.();
  };
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      onConfirm={confirm}
      title={t('knowledge.deleteDocumentTitle', { name: document.title })}
      action={t('knowledge.deleteDocument')}
    >
      {t('knowledge.deleteDocumentText')}
    </ConfirmDelete>
  );
}

interface EditDocumentProps {
  document: DocumentView;
  opened: boolean;
  onClose: () => void;
}

/** Title and tags of a document. */
function EditDocument({ document, opened, onClose }: EditDocumentProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('documents.editTitle', { name: document.title })}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <EditForm document={document} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ document, onClose }: Omit<EditDocumentProps, 'opened'>) {
  const { t } = useWords();
  const change = useChangeDocument();
  const form = useForm({
    resolver: zodResolver(updateDocument.body.pick({ title: true, tags: true }).required()),
    defaultValues: { title: document.title, tags: document.tags },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await change.mutateAsync({ document, body });
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <TextInput
          label={t('knowledge.textTitle')}
          data-autofocus
          {...form.register('title')}
          error={errors.title?.message ?? errors.root?.message}
        />
        <Controller
          control={form.control}
          name="tags"
          render={({ field: { ref: _, ...field } }) => (
            <TagsInput
              label={t('documents.tags')}
              description={t('documents.tagsHelp')}
              maxTags={20}
              acceptValueOnBlur
              clearable={false}
              {...field}
              error={errors.tags?.message}
            />
          )}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
