import { type KnowledgeView, updateKnowledge } from '@hanasu/contract/knowledge';
import { foldForSearch } from '@hanasu/contract/text';
import { zodResolver } from '@hookform/resolvers/zod';
import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import {
  knowledgesQuery,
  useDeleteKnowledge,
  useRenameKnowledge,
} from '../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';

export function KnowledgeMenu({ base }: { base: KnowledgeView }) {
  const { t } = useWords();
  const [renaming, rename] = useDisclosure(false);
  const [deleting, remove] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('knowledge.moreOf', { name: base.name })}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={rename.open}>
            {t('knowledge.rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={remove.open}>
            {t('knowledge.deleteBase')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={renaming}
        onClose={rename.close}
        title={t('knowledge.renameTitle')}
        centered
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <RenameForm base={base} onClose={rename.close} />
      </Modal>
      <DeleteKnowledge base={base} opened={deleting} onClose={remove.close} />
    </>
  );
}

function RenameForm({ base, onClose }: { base: KnowledgeView; onClose: () => void }) {
  const { t } = useWords();
  const rename = useRenameKnowledge(base.uuid);
  const form = useForm({
    resolver: zodResolver(updateKnowledge.body.pick({ name: true }).required()),
    defaultValues: { name: base.name },
  });
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await rename.mutateAsync(name);
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  const { errors } = form.formState;
  const { data: bases } = useQuery(knowledgesQuery());
  const typed = useWatch({ control: form.control, name: 'name' });
  const isTaken = bases?.items.some(
    ({ uuid, name }) => uuid !== base.uuid && foldForSearch(name) === foldForSearch(typed.trim()),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <TextInput
          label={t('knowledge.name')}
          data-autofocus
          {...form.register('name')}
          {...(isTaken ? { description: t('knowledge.nameTaken') } : {})}
          error={errors.name?.message ?? errors.root?.message}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={rename.isPending}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DeleteKnowledgeProps {
  base: KnowledgeView;
  opened: boolean;
  onClose: () => void;
}
function DeleteKnowledge({ base, opened, onClose }: DeleteKnowledgeProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const remove = useDeleteKnowledge();
  const confirm = () =>
    remove.mutate(base.uuid, {
      onSuccess: () => {
        toasts.add({ title: t('knowledge.deleted', { name: base.name }) });
        void navigate({ to: '/Knowledge' });
      },
    });
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      onConfirm={confirm}
      title={t('knowledge.deleteBaseTitle', { name: base.name })}
      action={t('knowledge.deleteBase')}
      {...(base.documents > 0 && { asksName: base.name })}
      pending={remove.isPending}
      error={remove.error}
    >
      <p style={{ margin: 0 }}>{t('knowledge.deleteBaseDocuments', { count: base.documents })}</p>
      {base.bots > 0 && (
        <p style={{ margin: '6px 0 0' }}>{t('knowledge.deleteBaseBots', { count: base.bots })}</p>
      )}
    </ConfirmDelete>
  );
}
