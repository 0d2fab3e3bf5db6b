import { chat } from '@hanasu/contract/chat';
import { type GroupView, updateGroup } from '@hanasu/contract/groups';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Badge,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { botsQuery } from '../../../entities/bot/bots.queries.ts';
import { groupQuery, useUpdateGroup } from '../../../entities/bot/groups.queries.ts';
import { AnswererNames } from '../../../entities/conversation/answerer-names.ts';
import { ChatPanel } from '../../../entities/conversation/chat/ChatPanel.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { Can, CanEdit, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../../shell/layout/Breadcrumbs.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { useNameOptions } from '../../../shell/name-options.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { DeleteGroupMenu } from './DeleteGroupMenu.tsx';
import classes from './GroupEdit.module.css';
import { GroupForm, type GroupValues, valuesOf } from './group-values.ts';
import { MembersSection } from './MembersSection.tsx';
import { ChoiceTest, RouterSection } from './RouterSection.tsx';

export function GroupEditPage() {
  const { id } = useParams({ from: '/_bot-edit/Bot-Group/$id' });
  const group = useQuery(groupQuery(id));
  if (isApiError(group.error, 'not_found')) return <NotFoundPage />;
  if (group.isError) {
    return (
      <div className={classes.fault}>
        <ErrorNotice error={group.error} onRetry={() => void group.refetch()} />
      </div>
    );
  }
  if (!group.data) return <Loading />;
  return <GroupEditor key={group.data.uuid} group={group.data} />;
}

const Loading = () => (
  <div className={classes.page} aria-hidden>
    <div className={classes.bar}>
      <Skeleton height={22} width={220} />
    </div>
    <div className={classes.panes}>
      <Stack p="lg" gap="lg">
        <Skeleton height={210} />
        <Skeleton height={130} />
        <Skeleton height={130} />
      </Stack>
      <div className={classes.testPane} />
    </div>
  </div>
);

const FIRST = 'first';

function FallbackSection() {
  const { t } = useWords();
  const { control } = useFormContext<GroupValues>();
  const { data: bots } = useQuery(botsQuery());
  const nameOptions = useNameOptions();
  return (
    <Controller
      control={control}
      name="fallbackBotUuid"
      render={({ field, fieldState }) => (
        <Select
          label={t('groups.fallback')}
          description={t('groups.fallbackHelp')}
          data={[{ value: FIRST, label: t('groups.fallbackFirst') }, ...nameOptions(bots?.items ?? [])]}
          value={(field.value as string | null) ?? FIRST}
          onChange={(value) => field.onChange(value === FIRST ? null : value)}
          onBlur={field.onBlur}
          allowDeselect={false}
          searchable={(bots?.items.length ?? 0) > 7}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** Two panes: who is in the group and how one is chosen on the left, ways to try it on the right. */
function GroupEditor({ group }: { group: GroupView }) {
  const { t } = useWords();
  const [view, setView] = useState<'edit' | 'test'>('edit');
  const update = useUpdateGroup(group.uuid);
  const form = useForm<GroupValues, unknown, z.output<typeof GroupForm>>({
    resolver: zodResolver(GroupForm),
    defaultValues: valuesOf(group),
  });
  const { isDirty, errors } = form.formState;
  usePageTitle(group.name);
  const save = form.handleSubmit(async (values) => {
    try {
      form.reset(valuesOf(await update.mutateAsync(values)));
      toasts.add({ title: t('shell.saved') }, 'saved');
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <FormProvider {...form}>
      <form className={classes.page} data-view={view} onSubmit={(event) => event.preventDefault()} noValidate>
        <GroupHeader group={group} />
        <SegmentedControl
          className={classes.viewSwitch ?? ''}
          aria-label={t('groups.view')}
          value={view}
          onChange={(value) => setView(value === 'test' ? 'test' : 'edit')}
          data={[
            { value: 'edit', label: t('bot.editGroup') },
            { value: 'test', label: t('groups.test') },
          ]}
          fullWidth
        />
        <div className={classes.panes}>
          <div className={classes.editPane}>
            <div className={classes.scroll}>
              <div className={classes.sections}>
                {errors.root?.message && (
                  <Alert color="red" role="alert">
                    {errors.root.message}
                  </Alert>
                )}
                <CanEdit endpoint={updateGroup}>
                  <Stack gap={30}>
                    <RouterSection />
                    <MembersSection group={group} />
                    <FallbackSection />
                    <GeneralSection />
                  </Stack>
                </CanEdit>
              </div>
            </div>
            <SaveBar
              dirty={isDirty}
              pending={update.isPending}
              onSave={() => void save()}
              onDiscard={() => form.reset()}
            />
          </div>
          <GroupTestPane group={group} unsaved={isDirty} />
        </div>
      </form>
      <LeaveGuard when={isDirty} />
    </FormProvider>
  );
}

function GroupHeader({ group }: { group: GroupView }) {
  return (
    <header className={classes.bar}>
      <Breadcrumbs inline />
      <h1 className={classes.name}>{group.name}</h1>
      <div className={classes.barBadges}>
        {group.channels.map((channel) => (
          <Badge key={channel.uuid} color="green" leftSection={<Icon name="radio" size={12} />}>
            {channel.name}
          </Badge>
        ))}
      </div>
      <DeleteGroupMenu group={group} />
    </header>
  );
}

function GeneralSection() {
  const { t } = useWords();
  const { register, formState } = useFormContext<GroupValues>();
  return (
    <section aria-labelledby="group-general">
      <h2 id="group-general" className={classes.sectionTitle}>
        {t('groups.general')}
      </h2>
      <Stack gap="md">
        <TextInput
          label={t('groups.name')}
          description={t('groups.nameHelp')}
          {...register('name')}
          error={formState.errors.name?.message}
        />
        <Textarea
          label={t('groups.description')}
          description={t('groups.descriptionHelp')}
          autosize
          minRows={2}
          {...register('description')}
          error={formState.errors.description?.message}
        />
      </Stack>
    </section>
  );
}

/** Who would answer and why, and a chat with the group as it is saved. */
function GroupTestPane({ group, unsaved }: { group: GroupView; unsaved: boolean }) {
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const names = new Map<string, string>(bots?.items.map(({ uuid, name }) => [uuid, name]));
  return (
    <section className={classes.testPane} aria-labelledby="group-test">
      <div className={classes.testHead}>
        <h2 id="group-test">{t('groups.testTitle')}</h2>
        {unsaved && (
          <p className={classes.unsaved}>
            <Icon name="info" size={14} /> {t('groups.testUnsaved')}
          </p>
        )}
      </div>
      <Can endpoint={chat} otherwise={<ViewOnlyNotice />}>
        <Tabs defaultValue="choice" className={classes.testTabs ?? ''}>
          <Tabs.List px={18}>
            <Tabs.Tab value="choice">{t('groups.testTabs.choice')}</Tabs.Tab>
            <Tabs.Tab value="chat">{t('groups.testTabs.chat')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="choice" className={classes.testPanel ?? ''}>
            <ChoiceTest group={group} />
          </Tabs.Panel>
          <Tabs.Panel value="chat" className={classes.testPanel ?? ''}>
            <AnswererNames value={names}>
              <ChatPanel groupUuid={group.uuid} showDetails emptyText={t('groups.chatEmpty')} />
            </AnswererNames>
          </Tabs.Panel>
        </Tabs>
      </Can>
    </section>
  );
}
