import { createGroup, GROUP_LIMITS, GroupInput, type GroupView } from '@hanasu/contract/groups';
import type { BotId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Badge, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { botsQuery } from '../../../entities/bot/bots.queries.ts';
import { groupsQuery, useCreateGroup } from '../../../entities/bot/groups.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { Can } from '../../../shell/components/Can.tsx';
import classes from '../../../shell/components/Cards.module.css';
import { ChoicesField } from '../../../shell/components/ChoicesField.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import { DeleteGroupMenu } from './DeleteGroupMenu.tsx';
import { newMember } from './group-values.ts';

const SEARCH_FROM = 6;

export function GroupsPage() {
  const { t } = useWords();
  const { q, create } = useSearch({ from: '/_default/Bot-Group/' });
  const navigate = useNavigate({ from: '/Bot-Group/' });
  const groups = useQuery(groupsQuery(q));
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, q: value || undefined }), replace: true });
  }, 250);
  const setCreate = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, create: open || undefined }), replace: !open });
  const button = (
    <Can endpoint={createGroup}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t('groups.create')}
      </Button>
    </Can>
  );
  const items = groups.data?.items ?? [];
  // Then it stands below the drawing.
  const isEmpty = groups.data?.items.length === 0 && !q;
  return (
    <PageFrame title={t('groups.title')} purpose={t('groups.purpose')} actions={!isEmpty && button}>
      {(items.length >= SEARCH_FROM || q) && (
        <TextInput
          className={classes.search}
          leftSection={<Icon name="search" />}
          placeholder={t('groups.searchLabel')}
          aria-label={t('groups.searchLabel')}
          defaultValue={q ?? ''}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {groups.isError && <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.isPending && <LoadingCards />}
      {groups.data && items.length === 0 && (
        <Surface>
          {q ? (
            <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
          ) : (
            <EmptyState
              drawing="bot"
              title={t('groups.empty')}
              text={t('groups.emptyText')}
              action={button}
            />
          )}
        </Surface>
      )}
      <div className={classes.cards}>
        {items.map((group) => (
          <GroupCard key={group.uuid} group={group} />
        ))}
      </div>
      <Can endpoint={createGroup}>
        <CreateGroup opened={create === true} onClose={() => setCreate(false)} />
      </Can>
    </PageFrame>
  );
}

const LoadingCards = () => (
  <div className={classes.cards} aria-hidden>
    {['one', 'two', 'three'].map((key) => (
      <Skeleton key={key} height={146} radius="lg" />
    ))}
  </div>
);

function GroupCard({ group }: { group: GroupView }) {
  const { t } = useWords();
  const format = useFormat();
  const { members, channels } = group;
  return (
    <article className={classes.card}>
      <div className={classes.cardTop}>
        <span className={classes.face}>
          <Icon name="layers" size={19} />
        </span>
        <h2 className={classes.cardName}>
          <Link to="/Bot-Group/$id" params={{ id: group.uuid }} className={classes.cardLink}>
            {group.name}
          </Link>
        </h2>
        <span className={classes.above}>
          <DeleteGroupMenu group={group} />
        </span>
      </div>
      <p className={classes.cardFacts}>
        {members.length > 0 ? t('groups.members', { count: members.length }) : t('groups.noMembers')}
        {' · '}
        {t(`groups.routers.${group.router}.short`)}
      </p>
      {members.length > 0 && (
        <p className={classes.cardFacts}>{members.map(({ name }) => name).join(', ')}</p>
      )}
      <div className={classes.badges}>
        {channels.length === 0 && (
          <Badge color="gray" leftSection={<Icon name="circle-dashed" size={12} />}>
            {t('groups.notConnected')}
          </Badge>
        )}
        {channels.map((channel) => (
          <Badge key={channel.uuid} color="green" leftSection={<Icon name="radio" size={12} />}>
            {channel.name}
          </Badge>
        ))}
      </div>
      <p className={classes.cardFoot} title={format.dateTime(group.updatedAt)}>
        {t('groups.updated', { when: format.ago(group.updatedAt) })}
      </p>
    </article>
  );
}

type Values = z.input<typeof GroupInput>;

/** A name and its bots; the rest is on the next page. */
function CreateGroup({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
  const nameOptions = useNameOptions();
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
      applyFormError(form, error);
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
              <ChoicesField
                label={t('groups.chooseBots')}
                placeholder={field.value?.length ? '' : t('groups.chooseBotsPlaceholder')}
                data={nameOptions(bots?.items ?? [])}
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
