import { type PostWithDraft, publishPost } from '@hanasu/contract/posts';
import { Button, Group, Modal, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { SAVE_ICONS } from '../../../shell/draft/use-draft.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { usePublishPost } from '../posts.queries.ts';
import { usePostAddress } from '../use-post-address.ts';
import type { Gaps } from './gaps.tsx';
import classes from './PostEdit.module.css';
import { countText, plainText } from './post-text.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import type { PostEditing } from './use-post-draft.ts';

interface DraftBarProps {
  post: PostWithDraft;
  editing: PostEditing;
  gaps: Gaps;
}

/** Whether the draft is saved, how long it is, and the way to readers. */
export function DraftBar({ post, editing, gaps }: DraftBarProps) {
  const mayPublish = usePermission(publishPost);
  return (
    <div className={classes.draftBar}>
      {editing.mayEdit && <SaveStateLine editing={editing} />}
      <Count editing={editing} />
      {mayPublish && <PublishButtons post={post} editing={editing} gaps={gaps} />}
    </div>
  );
}

function SaveStateLine({ editing: { state, error } }: { editing: PostEditing }) {
  const { t } = useWords();
  return (
    <span className={classes.state} data-state={state}>
      <Icon name={SAVE_ICONS[state]} size={15} />
      <span role="status">
        {t(`postEdit.saving.${state}`)}
        {state === 'failed' && ` ${errorMessage(error)}`}
      </span>
    </span>
  );
}

const COUNT_MS = 400;

/** Words and characters; in Japanese characters come first, because its words have no spaces between them. */
function Count({ editing: { fields } }: { editing: PostEditing }) {
  const { t } = useWords();
  const format = useFormat();
  const [content] = useDebouncedValue(fields.content, COUNT_MS);
  const count = useMemo(() => countText(plainText(content), fields.language), [content, fields.language]);
  const words = t('postEdit.words', { count: count.words, number: format.number(count.words) });
  const characters = t('postEdit.characters', {
    count: count.characters,
    number: format.number(count.characters),
  });
  const shown = fields.language === 'ja' ? [characters, words] : [words, characters];
  return (
    <span className={classes.counts}>
      <VisuallyHidden>{t('postEdit.length')}: </VisuallyHidden>
      {shown.join(' · ')}
    </span>
  );
}

function PublishButtons({ post, editing, gaps }: DraftBarProps) {
  const { t } = useWords();
  const [isScheduling, scheduling] = useDisclosure(false);
  const [isShown, setShown] = useState(false);
  const { publish, prepare, isPending } = usePublishing({
    post,
    editing,
    gaps,
    onFirst: () => setShown(true),
  });
  const isPublished = post.path !== null;
  const isBehind = !isPublished || post.hasChanges || editing.state !== 'saved';
  const hasOnlyHints = gaps.shown.length > 0 && !gaps.isBlocked;
  return (
    <Group gap="xs" className={classes.publish ?? ''}>
      {isBehind && isPublished && <span className={classes.behind}>{t('posts.hasChanges')}</span>}
      {isBehind && (
        <>
          <Button
            size="sm"
            variant="default"
            leftSection={<Icon name="calendar-clock" size={15} />}
            onClick={() => void prepare().then((isReady) => isReady && scheduling.open())}
          >
            {t(post.scheduledAt ? 'postEdit.reschedule' : 'postEdit.schedule')}
          </Button>
          <Button size="sm" loading={isPending} onClick={() => void publish()}>
            {t(
              hasOnlyHints
                ? 'postEdit.publishAnyway'
                : isPublished
                  ? 'postEdit.publishChanges'
                  : 'postEdit.publish',
            )}
          </Button>
        </>
      )}
      {!isBehind && (
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon name="share-2" size={15} />}
          onClick={() => setShown(true)}
        >
          {t('postEdit.share')}
        </Button>
      )}
      <ScheduleDialog post={post} opened={isScheduling} onClose={scheduling.close} />
      <PublishedDialog post={post} opened={isShown} onClose={() => setShown(false)} />
    </Group>
  );
}

interface PublishedDialogProps {
  post: PostWithDraft;
  opened: boolean;
  onClose: () => void;
}

/** Where readers find the post. */
function PublishedDialog({ post, opened, onClose }: PublishedDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened && post.path !== null}
      onClose={onClose}
      centered
      title={t('postEdit.published')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {post.path !== null && <PageAddress path={post.path} />}
    </Modal>
  );
}

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
          renderRoot={(props) => <a href={address} target="_blank" rel="noreferrer" {...props} />}
        >
          {t('posts.openPage')}
        </Button>
      </Group>
    </Stack>
  );
}

interface PublishingOptions {
  readonly post: PostWithDraft;
  readonly editing: PostEditing;
  readonly gaps: Gaps;
  /** Called after the first publication, whose address is new to everyone. */
  readonly onFirst: () => void;
}

/** Brings the draft to readers: all that was typed is saved and complete before. */
function usePublishing({ post, editing, gaps, onFirst }: PublishingOptions) {
  const { t } = useWords();
  const toAddress = usePostAddress();
  const { mutateAsync, isPending } = usePublishPost(post.uuid);
  const { saver } = editing;

  /** Hints were shown already: this time they don't hold it up. */
  const prepare = async (): Promise<boolean> => {
    const wasWarned = gaps.shown.length > 0 && !gaps.isBlocked;
    if (!(await saver.flush())) {
      toasts.add({ title: t('postEdit.publishFirstSave'), color: 'error' });
      return false;
    }
    if (gaps.check(saver.now().fields)) return true;
    if (wasWarned) gaps.hide();
    return wasWarned;
  };

  const sayPublished = (path: string) => {
    const openPage = {
      label: t('posts.openPage'),
      onClick: () => void window.open(toAddress(path), '_blank'),
    };
    toasts.add({ title: t('postEdit.publishedChanges'), action: openPage }, 'post-published');
  };
  const sayError = async (error: unknown) => {
    if (isApiError(error, 'post_changed')) return saver.stop();
    if (isApiError(error, 'post_incomplete')) gaps.check(saver.now().fields);
    // The shell asks to confirm the address.
    if (isApiError(error, 'email_unconfirmed')) return;
    const title = isApiError(error, 'nothing_to_publish')
      ? t('postEdit.nothingToPublish')
      : errorMessage(error);
    toasts.add({ title, color: 'error' });
  };
  const publish = async (): Promise<void> => {
    if (!(await prepare())) return;
    try {
      const { path } = await mutateAsync(saver.revision);
      if (post.publishedAt === null) onFirst();
      else if (path !== null) sayPublished(path);
    } catch (error) {
      await sayError(error);
    }
  };
  return { publish, prepare, isPending };
}
