import { GROUP_LIMITS, GroupInput } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { botsQuery } from '../../bots/bots.queries.ts';
import { useCreateGroup } from '../groups.queries.ts';
import { newMember } from './group-values.ts';

type Values = z.input<typeof GroupInput>;

/** A name and its bots; the rest is on the next page. */
export function CreateGroup({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('groups.createTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <CreateGroupForm onClose={onClose} />
    </Modal>
  );
}

function CreateGroupForm({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { data: bots } = useQuery(botsQuery());
  const create = useCreateGroup();
  const form = useForm<Values, unknown, z.output<typeof GroupInput>>({
    resolver: zodResolver(GroupInput),
    defaultValues: { name: '', members: [] },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { uuid } = await create.mutateAsync(values);
      await navigate({ to: '/Bot-Group/$id', params: { id: uuid } });
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('groups.name')}
          description={t('groups.nameHelp')}
          placeholder={t('groups.namePlaceholder')}
          data-autofocus
          {...form.register('name')}
          error={errors.name?.message}
        />
        {bots?.items.length === 0 ? (
          <Text size="sm">
            {t('groups.noBots')} <Link to="/Bot">{t('groups.toBots')}</Link>
          </Text>
        ) : (
          <Controller
            control={form.control}
            name="members"
            render={({ field }) => (
              <MultiSelect
                label={t('groups.chooseBots')}
                placeholder={field.value?.length ? '' : t('groups.chooseBotsPlaceholder')}
                data={bots?.items.map(({ uuid, name }) => ({ value: uuid as string, label: name })) ?? []}
                value={field.value?.map(({ botUuid }) => botUuid as string) ?? []}
                onChange={(chosen) => field.onChange(chosen.map((uuid) => newMember(uuid as BotId)))}
                onBlur={field.onBlur}
                maxValues={GROUP_LIMITS.members}
                searchable
                error={errors.members?.message}
              />
            )}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('groups.createAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
