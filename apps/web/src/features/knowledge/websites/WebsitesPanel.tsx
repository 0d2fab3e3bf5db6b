import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { UPDATE_WEBSITE } from '@hanasu/contract/realtime';
import { crawlWebsite, createWebsite, type listWebsites, type WebsiteView } from '@hanasu/contract/websites';
import { ActionIcon, Alert, Button, Checkbox, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { useRealtime, useRealtimeRejoin } from '../../../shell/api/realtime.tsx';
import { Can } from '../../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { GuardedDrawer } from '../../../shell/components/GuardedDrawer.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { CreateWebsite } from './CreateWebsite.tsx';
import { shortAddress } from './short-address.ts';
import { WebsiteFields } from './WebsiteFields.tsx';
import { WebsitePages, WebsiteState } from './WebsitePages.tsx';
import classes from './Websites.module.css';
import { changesOf, valuesOf, type WebsiteValues } from './website-values.ts';
import {
  isRunning,
  useChangeWebsite,
  useCrawlWebsite,
  useDeleteWebsite,
  useStopWebsite,
  websitesQuery,
} from './websites.queries.ts';

/** Web sites of a base, live while they are read. */
export function WebsitesPanel({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const websites = useQuery(websitesQuery(knowledgeUuid));
  const [isAdding, adding] = useDisclosure(false);
  useWebsiteUpdates(knowledgeUuid);
  const { items = [] } = websites.data ?? {};
  const add = (
    <Can endpoint={createWebsite}>
      <Button leftSection={<Icon name="plus" />} onClick={adding.open}>
        {t('websites.add')}
      </Button>
    </Can>
  );
  return (
    <Stack gap="md">
      {websites.isError && <ErrorNotice error={websites.error} onRetry={() => void websites.refetch()} />}
      {websites.isPending && <Skeleton height={120} radius="lg" aria-hidden />}
      {websites.data && items.length === 0 && (
        <EmptyState icon="globe" title={t('websites.empty')} text={t('websites.emptyText')} action={add} />
      )}
      {items.length > 0 && (
        <>
          <Group justify="flex-end">{add}</Group>
          <ul className={classes.list} aria-label={t('websites.label')}>
            {items.map((website) => (
              <WebsiteCard key={website.uuid} website={website} />
            ))}
          </ul>
        </>
      )}
      <Modal
        opened={isAdding}
        onClose={adding.close}
        title={t('websites.add')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <CreateWebsite knowledgeUuid={knowledgeUuid} onCreated={adding.close} />
      </Modal>
    </Stack>
  );
}

/** Puts each step of a crawl straight into what is shown. */
function useWebsiteUpdates(knowledgeUuid: KnowledgeId): void {
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['websites'] });
  useRealtimeRejoin(refetch);
  useRealtime(UPDATE_WEBSITE, ({ website }) => {
    if (website.knowledgeUuid !== knowledgeUuid) return;
    queryClient.setQueryData<EndpointOutput<typeof listWebsites>>(
      websitesQuery(knowledgeUuid).queryKey,
      (old) => old && { items: old.items.map((one) => (one.uuid === website.uuid ? website : one)) },
    );
    void queryClient.invalidateQueries({ queryKey: ['websites', 'pages', website.uuid] });
    if (!isRunning(website)) refetch();
  });
}

/** One site: how it stands, what can be done with it, and its pages when they are wanted. */
function WebsiteCard({ website }: { website: WebsiteView }) {
  const { t } = useWords();
  const site = shortAddress(website.url);
  const [showsPages, pages] = useDisclosure(false);
  const [isEditing, editing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const pagesId = useId();
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <li className={classes.site}>
      <div className={classes.head}>
        <div className={classes.name}>
          <h2>{site}</h2>
          <span className={classes.sub}>
            {t(`websites.modes.${website.mode}`)} · {t('websites.schedule')}:{' '}
            {t(`websites.schedules.${website.schedule}`)}
          </span>
        </div>
        <div className={classes.actions}>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-expanded={showsPages}
            aria-controls={pagesId}
            aria-label={t('websites.pagesOf', { site })}
            leftSection={<Icon name={showsPages ? 'chevron-down' : 'chevron-right'} />}
            onClick={pages.toggle}
          >
            {t('websites.showPages')}
          </Button>
          <Can endpoint={crawlWebsite}>
            <RunButton website={website} site={site} />
            <ActionIcon {...button} aria-label={t('websites.settingsOf', { site })} onClick={editing.open}>
              <Icon name="settings-2" />
            </ActionIcon>
            <ActionIcon {...button} aria-label={t('websites.removeOf', { site })} onClick={deleting.open}>
              <Icon name="trash-2" />
            </ActionIcon>
          </Can>
        </div>
      </div>
      <WebsiteState website={website} />
      <div id={pagesId}>{showsPages && <WebsitePages website={website} />}</div>
      {isEditing && <WebsiteSettings website={website} site={site} onClose={editing.close} />}
      <DeleteWebsite website={website} opened={isDeleting} onClose={deleting.close} />
    </li>
  );
}

function RunButton({ website, site }: { website: WebsiteView; site: string }) {
  const { t } = useWords();
  const crawl = useCrawlWebsite(website.uuid);
  const stop = useStopWebsite(website.uuid);
  const onError = (error: Error) => toasts.add({ title: errorMessage(error), color: 'error' });
  if (isRunning(website)) {
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="square" />}
        aria-label={t('websites.stopOf', { site })}
        loading={stop.isPending}
        onClick={() => stop.mutate(undefined, { onError })}
      >
        {t('websites.stop')}
      </Button>
    );
  }
  const isStopped = website.status === 'stopped';
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name={isStopped ? 'play' : 'refresh-cw'} />}
      aria-label={t(isStopped ? 'websites.goOnOf' : 'websites.crawlOf', { site })}
      loading={crawl.isPending}
      onClick={() => crawl.mutate(undefined, { onError })}
    >
      {t(isStopped ? 'websites.goOn' : 'websites.crawl')}
    </Button>
  );
}

interface DeleteWebsiteProps {
  website: WebsiteView;
  opened: boolean;
  onClose: () => void;
}

function DeleteWebsite({ website, opened, onClose }: DeleteWebsiteProps) {
  const { t } = useWords();
  const [keeps, setKeeps] = useState(true);
  const remove = useDeleteWebsite(website.uuid);
  const site = shortAddress(website.url);
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(keeps, {
          onSuccess: () => {
            onClose();
            toasts.add({ title: t('websites.removed', { site }) });
          },
        })
      }
      title={t('websites.removeTitle', { site })}
      {...(!keeps && { asksName: site })}
      pending={remove.isPending}
      error={remove.error}
    >
      <Stack gap="sm">
        <p style={{ margin: 0 }}>{t('websites.removeText')}</p>
        <Checkbox
          label={t('websites.keepDocuments')}
          description={t('websites.keepDocumentsHelp')}
          checked={keeps}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDelete>
  );
}

interface WebsiteSettingsProps {
  website: WebsiteView;
  site: string;
  onClose: () => void;
}

function WebsiteSettings({ website, site, onClose }: WebsiteSettingsProps) {
  const { t } = useWords();
  const change = useChangeWebsite(website.uuid);
  const form = useForm<WebsiteValues>({ defaultValues: valuesOf(website) });
  const { errors, isDirty } = form.formState;
  const save = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(changesOf(values));
      toasts.add({ title: t('websites.saved') });
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <GuardedDrawer
      isDirty={isDirty}
      onClose={onClose}
      size={520}
      padding="lg"
      title={t('websites.settingsOf', { site })}
      transitionProps={{ duration: 120 }}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <WebsiteFields form={form} isOpen />
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
    </GuardedDrawer>
  );
}
