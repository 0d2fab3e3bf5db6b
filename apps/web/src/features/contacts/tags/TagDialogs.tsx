import type { TagGroupId } from '@hanasu/contract/ids';
import { TAG_COLORS, type TagColor, type TagGroupView, type TagView } from '@hanasu/contract/tags';
import { Alert, Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { tagGroupsQuery, tagsQuery, useCreateTag } from '../../../entities/contact/customers.queries.ts';
import { TagDot } from '../../../entities/contact/TagChip.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Tags.module.css';
import { useChangeTag, useDeleteGroup, useDeleteTag, useSaveGroup } from './tags.mutations.ts';

interface FormFrameProps {
  title: string;
  submit: string;
  canSubmit: boolean;
  isPending: boolean;
  error: Error | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog; what the server refuses is said in it. */
function FormFrame(props: FormFrameProps) {
  const { title, submit, canSubmit, isPending, error, onSubmit, onClose, children } = props;
  const { t } = useWords();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit && !isPending) onSubmit();
        }}
      >
        <Stack gap="md">
          {children}
          {error && (
            <Alert color="red" role="alert">
              {errorMessage(error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" disabled={!canSubmit} loading={isPending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Makes a tag, in a group if it was begun there, or changes one. */
export function TagDialog({
  tag,
  group,
  onClose,
}: {
  tag: TagView | null;
  group: TagGroupId | null;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  const [name, setName] = useState(tag?.name ?? '');
  const [color, setColor] = useState<TagColor>(tag?.color ?? 'gray');
  const [groupUuid, setGroup] = useState<TagGroupId | null>(tag ? tag.groupUuid : group);
  const create = useCreateTag();
  const change = useChangeTag();
  const body = { name, color, groupUuid };
  const submit = () =>
    tag
      ? change.mutate({ uuid: tag.uuid, body }, { onSuccess: onClose })
      : create.mutate(body, { onSuccess: onClose });
  return (
    <FormFrame
      title={t(tag ? 'tags.tag.edit' : 'tags.tag.open')}
      submit={t('shell.save')}
      canSubmit={name.trim() !== ''}
      isPending={create.isPending || change.isPending}
      error={create.error ?? change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('tags.tag.name')}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Colors color={color} onChange={setColor} />
      <Select
        label={t('tags.tag.group')}
        placeholder={t('tags.tag.noGroup')}
        clearable
        data={groups.map((one) => ({ value: one.uuid, label: one.name }))}
        value={groupUuid}
        onChange={(value) => setGroup(groups.find(({ uuid }) => uuid === value)?.uuid ?? null)}
      />
    </FormFrame>
  );
}

function Colors({ color, onChange }: { color: TagColor; onChange: (color: TagColor) => void }) {
  const { t } = useWords();
  return (
    <fieldset className={classes.colors}>
      <legend>{t('tags.tag.color')}</legend>
      {TAG_COLORS.map((each) => (
        <label key={each} className={classes.color}>
          <input
            type="radio"
            name="color"
            className="mantine-visually-hidden"
            checked={each === color}
            onChange={() => onChange(each)}
          />
          <TagDot color={each} />
          {t(`tags.colors.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

export function GroupDialog({ group, onClose }: { group: TagGroupView | null; onClose: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState(group?.name ?? '');
  const [exclusive, setExclusive] = useState(group?.exclusive ?? false);
  const save = useSaveGroup();
  return (
    <FormFrame
      title={t(group ? 'tags.group.edit' : 'tags.group.open')}
      submit={t('shell.save')}
      canSubmit={name.trim() !== ''}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate({ uuid: group?.uuid ?? null, body: { name, exclusive } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('tags.group.name')}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label={t('tags.exclusive')}
        description={t('tags.exclusiveHelp')}
        checked={exclusive}
        onChange={(event) => setExclusive(event.currentTarget.checked)}
      />
    </FormFrame>
  );
}

/** Whoever has the one tag gets the other in its place. */
export function MergeDialog({ tag, onClose }: { tag: TagView; onClose: () => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: tags = [] } = useQuery(tagsQuery);
  const [chosen, setChosen] = useState<TagView | null>(null);
  const merge = useDeleteTag();
  const others = tags.filter(({ uuid, archivedAt }) => uuid !== tag.uuid && archivedAt === null);
  const { name, customers } = tag;
  const submit = () => {
    if (!chosen) return;
    merge.mutate(
      { uuid: tag.uuid, into: chosen.uuid },
      {
        onSuccess: () => {
          toasts.add({ title: t('tags.merging.done', { name, into: chosen.name }) });
          onClose();
        },
      },
    );
  };
  return (
    <FormFrame
      title={t('tags.merging.title', { name })}
      submit={t('tags.merging.submit')}
      canSubmit={chosen !== null}
      isPending={merge.isPending}
      error={merge.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={t('tags.merging.into')}
        searchable
        nothingFoundMessage={t('contact.noOption')}
        data={others.map((other) => ({ value: other.uuid, label: other.name }))}
        value={chosen?.uuid ?? null}
        onChange={(value) => setChosen(others.find(({ uuid }) => uuid === value) ?? null)}
      />
      <p className={classes.note}>
        {t('tags.merging.text', { count: customers, number: format.number(customers), name })}
      </p>
    </FormFrame>
  );
}

export function DeleteTag({
  tag: { uuid, name, customers },
  onClose,
}: {
  tag: TagView;
  onClose: () => void;
}) {
  const { t } = useWords();
  const format = useFormat();
  const { mutate, isPending, error } = useDeleteTag();
  return (
    <ConfirmDelete
      opened
      onClose={onClose}
      title={t('tags.removing.title', { name })}
      pending={isPending}
      error={error}
      onConfirm={() => mutate({ uuid }, { onSuccess: onClose })}
    >
      {t('tags.removing.text', { count: customers, number: format.number(customers) })}
    </ConfirmDelete>
  );
}

export function DeleteGroup({
  group: { uuid, name },
  onClose,
}: {
  group: TagGroupView;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { mutate, isPending, error } = useDeleteGroup();
  return (
    <ConfirmDelete
      opened
      onClose={onClose}
      title={t('tags.removing.title', { name })}
      pending={isPending}
      error={error}
      onConfirm={() => mutate(uuid, { onSuccess: onClose })}
    >
      {t('tags.removing.group')}
    </ConfirmDelete>
  );
}
