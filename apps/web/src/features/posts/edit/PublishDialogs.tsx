import type { PostWithDraft } from '@hanasu/contract/posts';
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { ConfirmEmailFirst } from '../../../shell/session/ConfirmEmailFirst.tsx';
import { timeZoneName, useAccountZone } from '../../../shell/time-zones.ts';
import { SiteSlugField, SlugField } from '../AddressFields.tsx';
import { postSiteQuery, useChangePostSite, useSchedulePost } from '../posts.queries.ts';
import { isMadeSiteSlug, isSlug } from '../slug.ts';
import { usePostAddress } from '../use-post-address.ts';
import type { PostEditing } from './use-post-draft.ts';

interface DialogProps {
  post: PostWithDraft;
  editing: PostEditing;
  opened: boolean;
  onClose: () => void;
}

/** `onPage`: the page below the dialog says what is against it. */
export type PublishOutcome =
  | { readonly kind: 'published'; readonly path: string | null }
  | { readonly kind: 'onPage' }
  | { readonly kind: 'failed'; readonly message: string };

interface PublishDialogProps extends DialogProps {
  publish: () => Promise<PublishOutcome>;
}

/** Before the first publication, the address that the post gets; afterwards, where readers find it. */
export function PublishDialog({ post, editing, publish, opened, onClose }: PublishDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      centered
      title={t(post.path === null ? 'postEdit.publishTitle' : 'postEdit.published')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {post.path === null ? (
        <PublishForm post={post} editing={editing} publish={publish} onClose={onClose} />
      ) : (
        <PageAddress path={post.path} />
      )}
    </Modal>
  );
}

function PublishForm({ post, editing, publish, onClose }: Omit<PublishDialogProps, 'opened'>) {
  const { t } = useWords();
  const addresses = useAddresses(post, editing);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    setFailure(null);
    const outcome = (await addresses.save()) ? await publish() : null;
    setPending(false);
    if (outcome?.kind === 'failed') setFailure(outcome.message);
    // The dialog stays for the address of the page.
    if (outcome?.kind === 'onPage') onClose();
  };
  return (
    <DialogForm
      onSubmit={() => void run()}
      onClose={onClose}
      failure={failure ?? addresses.failure}
      isPending={isPending}
      action={t('postEdit.publish')}
    >
      <ConfirmEmailFirst />
      {addresses.fields}
    </DialogForm>
  );
}

interface DialogFormProps {
  children: ReactNode;
  failure: ReactNode;
  isPending: boolean;
  action: string;
  onSubmit: () => void;
  onClose: () => void;
}

function DialogForm({ children, failure, isPending, action, onSubmit, onClose }: DialogFormProps) {
  const { t } = useWords();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isPending) onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isPending} data-autofocus>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Addresses that the first publication makes known, and the saving of what was changed in them. */
function useAddresses(post: PostWithDraft, editing: PostEditing) {
  const { t } = useWords();
  const { data: site } = useQuery(postSiteQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const { mutateAsync, error, reset } = useChangePostSite();
  const isSiteAsked = site !== undefined && isMadeSiteSlug(site.slug);
  const isTaken = isApiError(error, 'slug_taken');
  const { saver } = editing;

  /** True once the draft and the addresses are on the server. */
  const save = async (): Promise<boolean> => {
    const isSaved = (await saver.flush()) || (saver.now().state === 'waiting' && (await saver.flush()));
    // What is wrong with the address of the post stands at its field.
    setUnsaved(!isSaved && saver.now().state !== 'incomplete');
    if (!isSaved) return false;
    if (typed === null || typed === site?.slug) return true;
    if (!isSlug(typed)) return false;
    return mutateAsync({ slug: typed }).then(
      () => true,
      () => false,
    );
  };
  const fields = post.publishedAt === null && (
    <>
      <SlugField
        post={post}
        editing={editing}
        id="publish-slug"
        {...(isSiteAsked && { siteSlug: typed ?? site.slug })}
      />
      {isSiteAsked && (
        <SiteSlugField
          label={t('postEdit.siteSlug')}
          hint={t('postEdit.siteSlugMade')}
          value={typed ?? site.slug}
          isTaken={isTaken}
          onSlug={(slug) => {
            reset();
            setTyped(slug);
          }}
        />
      )}
    </>
  );
  const failure = isUnsaved
    ? `${t('postEdit.publishFirstSave')} ${editing.error ? errorMessage(editing.error) : ''}`
    : error && !isTaken && errorMessage(error);
  return { fields, failure, save };
}

const focus = (element: HTMLElement | null): void => element?.focus();

function PageAddress({ path }: { path: string }) {
  const { t } = useWords();
  const address = usePostAddress()(path);
  return (
    <Stack gap="md">
      <TextInput
        readOnly
        label={t('postEdit.pageAddress')}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={15} />}
              onClick={copy}
            >
              {t(copied ? 'shell.copied' : 'posts.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          data-autofocus
          leftSection={<Icon name="external-link" size={15} />}
          renderRoot={(props) => <a href={address} target="_blank" rel="noreferrer" {...props} ref={focus} />}
        >
          {t('posts.openPage')}
        </Button>
      </Group>
    </Stack>
  );
}

interface ScheduleDialogProps extends DialogProps {
  /** Called once it is scheduled. */
  onScheduled: () => void;
}

/** Asks when the post is to be published, by the account's clock. */
export function ScheduleDialog({ opened, ...form }: ScheduleDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      centered
      title={t('postEdit.scheduleTitle')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <ScheduleForm {...form} />
    </Modal>
  );
}

function ScheduleForm({ post, editing, onClose, onScheduled }: Omit<ScheduleDialogProps, 'opened'>) {
  const { t, locale } = useWords();
  const { zone, timeOf } = useAccountZone();
  const [local, setLocal] = useState(post.scheduledAt ? localTime(new Date(post.scheduledAt), zone) : '');
  const [isChecked, setChecked] = useState(false);
  const addresses = useAddresses(post, editing);
  const schedule = useSchedulePost(post.uuid);
  const isPast = local === '' || momentOf(local, zone).getTime() <= Date.now();
  const run = async () => {
    setChecked(true);
    if (isPast || !(await addresses.save())) return;
    schedule.mutate(momentOf(local, zone).toISOString(), {
      onSuccess: ({ scheduledAt }) => {
        onScheduled();
        onClose();
        toasts.add({ title: t('postEdit.scheduled', { time: scheduledAt ? timeOf(scheduledAt) : '' }) });
      },
    });
  };
  const failure =
    schedule.error &&
    (isApiError(schedule.error, 'nothing_to_publish')
      ? t('postEdit.nothingToPublish')
      : errorMessage(schedule.error));
  return (
    <DialogForm
      onSubmit={() => void run()}
      onClose={onClose}
      failure={failure ?? addresses.failure}
      isPending={schedule.isPending}
      action={t('postEdit.schedule')}
    >
      <ConfirmEmailFirst />
      <span>{t('postEdit.scheduleText')}</span>
      <TextInput
        data-autofocus
        type="datetime-local"
        label={t('postEdit.scheduleAt')}
        description={t('postEdit.scheduleZone', { zone: timeZoneName(locale, zone) })}
        value={local}
        error={isChecked && isPast && t('postEdit.schedulePast')}
        onChange={(event) => setLocal(event.currentTarget.value)}
      />
      {addresses.fields}
    </DialogForm>
  );
}

/** Swedish writes dates as fields of a form do. */
const clockOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(at)
    .replace(' ', 'T');

/** `2026-11-27T09:00`, as the clock of the zone shows a moment. */
export const localTime = (at: Date, zone: string): string => clockOf(at.getTime(), zone);

/** The moment at which the clock of the zone shows `2026-11-27T09:00`. */
export function momentOf(local: string, zone: string): Date {
  const wanted = Date.parse(`${local}Z`);
  const shift = (at: number) => Date.parse(`${clockOf(at, zone)}Z`) - at;
  // The second step minds a change of the clock in between.
  return new Date(wanted - shift(wanted - shift(wanted)));
}
