import { changePostSite, type PostSite } from '@hanasu/contract/posts';
import { Alert, Button, Group, Modal, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can, CanEdit } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { SiteSlugField } from '../AddressFields.tsx';
import { postSiteQuery, useChangePostSite } from '../posts.queries.ts';
import { isSlug } from '../slug.ts';
import { usePostAddress } from '../use-post-address.ts';
import classes from './Posts.module.css';

const TITLE_MAX = 80;
const DESCRIPTION_MAX = 300;

/** Opens the settings of the public page that lists all posts. */
export function SiteSettings() {
  const { t } = useWords();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<Icon name="settings-2" size={15} />}
        onClick={dialog.open}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('posts.site.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        centered
        title={t('posts.site.title')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Settings onClose={dialog.close} />
      </Modal>
    </>
  );
}

function Settings({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(postSiteQuery);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} aria-hidden />;
  return <SettingsForm site={data} onClose={onClose} />;
}

function SettingsForm({ site, onClose }: { site: PostSite; onClose: () => void }) {
  const { t } = useWords();
  const [fields, setFields] = useState({ slug: site.slug, title: site.title, description: site.description });
  const save = useChangePostSite();
  const isTaken = isApiError(save.error, 'slug_taken');
  const edit = (more: Partial<typeof fields>) => setFields((old) => ({ ...old, ...more }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isSlug(fields.slug) || save.isPending) return;
    save.mutate(fields, {
      onSuccess: () => {
        toasts.add({ title: t('posts.site.saved') });
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SiteLinks site={site} />
        <CanEdit endpoint={changePostSite}>
          <Stack gap="md">
            {save.error && !isTaken && (
              <Alert color="red" role="alert">
                {errorMessage(save.error)}
              </Alert>
            )}
            <SiteSlugField
              label={t('posts.site.slug')}
              value={fields.slug}
              isTaken={isTaken}
              onSlug={(slug) => {
                save.reset();
                edit({ slug });
              }}
            />
            <TextInput
              label={t('posts.site.name')}
              description={t('posts.site.nameHelp')}
              maxLength={TITLE_MAX}
              value={fields.title}
              onChange={(event) => edit({ title: event.currentTarget.value })}
            />
            <Textarea
              label={t('posts.site.description')}
              description={t('posts.site.descriptionHelp')}
              maxLength={DESCRIPTION_MAX}
              autosize
              minRows={2}
              value={fields.description}
              onChange={(event) => edit({ description: event.currentTarget.value })}
            />
          </Stack>
        </CanEdit>
        <Can endpoint={changePostSite}>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('shell.save')}
            </Button>
          </Group>
        </Can>
      </Stack>
    </form>
  );
}

/** To the public list and its feed. */
function SiteLinks({ site }: { site: PostSite }) {
  const { t } = useWords();
  const toAddress = usePostAddress();
  const links = [
    { path: site.path, label: t('posts.site.toPage'), icon: 'external-link' },
    { path: site.feedPath, label: t('posts.site.toFeed'), icon: 'radio' },
  ] as const;
  return (
    <ul className={classes.links}>
      {links.map(({ path, label, icon }) => (
        <li key={path}>
          <a href={toAddress(path)} target="_blank" rel="noreferrer">
            <Icon name={icon} size={14} />
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
