import { type PostWithDraft, publishPost } from '@hanasu/contract/posts';
import { Button, Group, Modal, Stack, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { SAVE_ICONS } from '../../../shell/draft/use-draft.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { usePublishPost } from '../posts.queries.ts';
import { usePostAddress } from '../use-post-address.ts';
import { GapLink, type Gaps, goToConflict } from './gaps.tsx';
import classes from './PostEdit.module.css';
import { PublishDialog, type PublishOutcome, ScheduleDialog } from './PublishDialogs.tsx';
import { isHint } from './post-fields.ts';
import { countText, plainText } from './post-text.ts';
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
      <LeaveDialog editing={editing} />
    </div>
  );
}

function SaveStateLine({ editing }: { editing: PostEditing }) {
  const { t } = useWords();
  const { state, problems } = editing;
  const text = useStateText(editing);
  const [problem] = problems;
  return (
    <span className={classes.state} data-state={state}>
      <Icon name={SAVE_ICONS[state]} size={15} />
      {state === 'incomplete' && problem && <GapLink gap={{ kind: problem }} />}
      <span role="status">{text}</span>
      {state === 'changed' && (
        <Button size="compact-sm" variant="subtle" onClick={goToConflict}>
          {t('postEdit.conflict.choose')}
        </Button>
      )}
    </span>
  );
}

function useStateText({ state, error, copy }: PostEditing): string {
  const { t } = useWords();
  if (state !== 'failed') return t(`postEdit.saving.${state}`);
  if (copy !== 'stored') return `${t('postEdit.saving.failedHere')} ${errorMessage(error)}`;
  if (isApiError(error, 'network_error')) return t('postEdit.saving.offline');
  return `${t('postEdit.saving.failed')} ${errorMessage(error)}`;
}

const COUNT_MS = 400;

/** Words and characters; for Japanese characters alone, which has no spaces between words. */
function Count({ editing: { fields } }: { editing: PostEditing }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const [content] = useDebouncedValue(fields.content, COUNT_MS);
  const count = useMemo(() => countText(plainText(content), fields.language), [content, fields.language]);
  const words = t('postEdit.words', { count: count.words, number: format.number(count.words) });
  const characters = t('postEdit.characters', {
    count: count.characters,
    number: format.number(count.characters),
  });
  const isJapanese = fields.language === 'ja' || locale === 'ja';
  return (
    <span className={classes.counts}>
      <VisuallyHidden>{t('postEdit.length')}: </VisuallyHidden>
      {isJapanese ? characters : `${words} · ${characters}`}
    </span>
  );
}

/** Asks before unsaved changes are left: they are saved first, and the dialog opens when that fails. */
function LeaveDialog({ editing: { saver, state, copy } }: { editing: PostEditing }) {
  const { t } = useWords();
  const [isPending, setPending] = useState(false);
  const isUnsaved = state !== 'saved';
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && !(await saver.flush()),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  const isStored = copy === 'stored';
  const saveAgain = async () => {
    setPending(true);
    if (await saver.flush()) blocker.proceed?.();
    setPending(false);
  };
  const leave = () => {
    if (!isStored) saver.copy.remove();
    blocker.proceed?.();
  };
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('shell.leaveAnyway')}
      centered
      withCloseButton={false}
    >
      <Stack gap="md">
        <span role="status">{t(isStored ? 'postEdit.leave.stored' : 'postEdit.leave.lost')}</span>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
            {t('shell.cancel')}
          </Button>
          <Button variant={isStored ? 'default' : 'filled'} color={isStored ? 'gray' : 'red'} onClick={leave}>
            {t(isStored ? 'postEdit.leave.go' : 'shell.discard')}
          </Button>
          {(state === 'failed' || state === 'saving') && (
            <Button loading={isPending} onClick={() => void saveAgain()}>
              {t('postEdit.leave.again')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function PublishButtons({ post, editing, gaps }: DraftBarProps) {
  const { t } = useWords();
  const [isScheduling, scheduling] = useDisclosure(false);
  const [isPublishing, publishing] = useDisclosure(false);
  const { publish, publishAgain, prepare, isPending } = usePublishing({ post, editing, gaps });
  const isPublished = post.path !== null;
  const isBehind = !isPublished || post.hasChanges || editing.state !== 'saved';
  const begin = async () => {
    if (!(await prepare())) return;
    if (post.publishedAt === null) publishing.open();
    else await publishAgain();
  };
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
          <Button size="sm" loading={isPending && !isPublishing} onClick={() => void begin()}>
            {t(
              gaps.hasOnlyHints
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
          onClick={publishing.open}
        >
          {t('postEdit.share')}
        </Button>
      )}
      <ScheduleDialog
        post={post}
        editing={editing}
        opened={isScheduling}
        onClose={scheduling.close}
        onScheduled={gaps.hide}
      />
      <PublishDialog
        post={post}
        editing={editing}
        publish={publish}
        opened={isPublishing}
        onClose={publishing.close}
      />
    </Group>
  );
}

interface PublishingOptions {
  readonly post: PostWithDraft;
  readonly editing: PostEditing;
  readonly gaps: Gaps;
}

/** Brings the draft to readers: all that was typed is saved and complete before. */
function usePublishing({ post, editing, gaps }: PublishingOptions) {
  const { t } = useWords();
  const toAddress = usePostAddress();
  const { mutateAsync, isPending } = usePublishPost(post.uuid);
  const { saver } = editing;

  /** Hints that were shown already do not hold it up. */
  const prepare = async (): Promise<boolean> => {
    const wasWarned = gaps.hasOnlyHints;
    const isSaved = await saver.flush();
    const missing = gaps.check(saver.now());
    const isAddressAsked = post.publishedAt === null && saver.now().state === 'incomplete';
    const isReady = missing.length === 0 || (wasWarned && missing.every(isHint));
    if (isSaved || isAddressAsked) return isReady;
    if (saver.now().state === 'changed') goToConflict();
    else if (missing.length === 0) toasts.add({ title: t('postEdit.publishFirstSave'), color: 'error' });
    return false;
  };

  /** The dialog says what is against it, or the page does. */
  const publish = async (): Promise<PublishOutcome> => {
    try {
      const { path } = await mutateAsync(saver.revision);
      gaps.hide();
      return { kind: 'published', path };
    } catch (error) {
      if (isApiError(error, 'post_changed')) await saver.stop();
      else if (isApiError(error, 'post_incomplete')) gaps.check(saver.now());
      // The shell shows that one for every page.
      else if (!isApiError(error, 'email_unconfirmed')) return { kind: 'failed', message: messageOf(error) };
      return { kind: 'onPage' };
    }
  };
  const messageOf = (error: unknown): string =>
    isApiError(error, 'nothing_to_publish') ? t('postEdit.nothingToPublish') : errorMessage(error);

  /** Publishes a post whose address is known to readers. */
  const publishAgain = async (): Promise<void> => {
    const outcome = await publish();
    if (outcome.kind === 'failed') toasts.add({ title: outcome.message, color: 'error' });
    if (outcome.kind !== 'published' || outcome.path === null) return;
    const { path } = outcome;
    const openPage = {
      label: t('posts.openPage'),
      onClick: () => void window.open(toAddress(path), '_blank'),
    };
    toasts.add({ title: t('postEdit.publishedChanges'), action: openPage }, 'post-published');
  };
  return { publish, publishAgain, prepare, isPending };
}
