import { type PostWithDraft, publishPost } from '@hanasu/contract/posts';
import { Alert, Button, Group, Modal, Skeleton, Stack, Textarea, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../../shell/layout/Breadcrumbs.tsx';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { log } from '../../../shell/log.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useConfirmEmail } from '../../../shell/session/use-confirm-email.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useAccountZone } from '../../../shell/time-zones.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { PostMenu, useTitleOf } from '../list/PostMenu.tsx';
import { PostStateBadge } from '../list/PostStateBadge.tsx';
import { postQuery } from '../posts.queries.ts';
import { isMadeSlug, slugFromTitle } from '../slug.ts';
import { DraftBar } from './DraftBar.tsx';
import { CONFLICT, GapList, useGaps } from './gaps.tsx';
import { PostDiff } from './PostDiff.tsx';
import classes from './PostEdit.module.css';
import { fieldsOf } from './post-fields.ts';
import { SidePanel } from './SidePanel.tsx';
import { useMediaMap } from './use-media-map.ts';
import { type PostEditing, usePostDraft } from './use-post-draft.ts';

const loadEditor = () => import('../editor/PostEditor.tsx');
/** A chunk of its own: no other page has the editor. */
const PostEditor = lazy(async () => ({ default: (await loadEditor()).PostEditor }));

export function PostEditPage() {
  const { id } = useParams({ from: '/_default/Post-Manage/edit/$id' });
  const post = useQuery(postQuery(id));
  const isGone = isApiError(post.error, 'not_found');
  if (isGone && !post.data) return <NotFoundPage />;
  if (post.isError && !post.data)
    return (
      <div className={classes.fault}>
        <ErrorNotice error={post.error} onRetry={() => void post.refetch()} />
      </div>
    );
  if (!post.data) return <Loading />;
  return <PostForm key={post.data.uuid} post={post.data} isGone={isGone} />;
}

/** The shapes of the page while the post is on its way, and the editor with it. */
function Loading() {
  useEffect(() => {
    loadEditor().catch((error: unknown) => log.error('The editor could not be fetched ahead:', error));
  }, []);
  return (
    <div className={classes.page} aria-hidden>
      <div className={classes.columns}>
        <Stack gap="md" className={classes.work ?? ''}>
          <Skeleton height={44} width="70%" animate={false} />
          <Skeleton height={420} animate={false} />
        </Stack>
        <Stack gap="md">
          <Skeleton height={120} animate={false} />
          <Skeleton height={220} animate={false} />
        </Stack>
      </div>
    </div>
  );
}

/** The draft, saved as it is written; readers see it once it is published. `isGone`: the post was deleted meanwhile. */
function PostForm({ post, isGone }: { post: PostWithDraft; isGone: boolean }) {
  const { t } = useWords();
  const editing = usePostDraft(post);
  const { fields, saver, mayEdit } = editing;
  const title = useTitleOf()(fields);
  const media = useMediaMap(post.media);
  const gaps = useGaps(editing, { asksAddress: post.publishedAt === null });
  usePageTitle(title);
  useHotkeys([[SHORTCUTS.save.keys[0], () => void saver.flush()]], [], true);
  return (
    <div className={classes.page}>
      <Head post={post} onDeleted={() => saver.copy.remove()} />
      <VisuallyHidden component="h1">{t('postEdit.heading', { title })}</VisuallyHidden>
      <div className={classes.columns}>
        <div className={classes.work}>
          {!mayEdit && <ViewOnlyNotice />}
          {isGone && (
            <Alert color="red" role="alert" icon={<Icon name="ban" />} title={t('postEdit.gone')}>
              {t('postEdit.goneText')}
            </Alert>
          )}
          <ConfirmEmailLine />
          <Notices post={post} editing={editing} />
          <GapList gaps={gaps.shown} />
          <TitleField
            post={post}
            editing={editing}
            isMissing={gaps.shown.some(({ kind }) => kind === 'title')}
          />
          <Suspense fallback={<Skeleton height={420} animate={false} aria-hidden />}>
            <PostEditor post={post} editing={editing} media={media} gaps={gaps.shown} />
          </Suspense>
          <DraftBar post={post} editing={editing} gaps={gaps} />
        </div>
        <SidePanel post={post} editing={editing} media={media} gaps={gaps.shown} />
      </div>
    </div>
  );
}

function Head({ post, onDeleted }: { post: PostWithDraft; onDeleted: () => void }) {
  const navigate = useNavigate();
  const leave = () => {
    onDeleted();
    void navigate({ to: '/Post-Manage', ignoreBlocker: true });
  };
  return (
    <header className={classes.head}>
      <Breadcrumbs inline />
      <PostStateBadge post={post} />
      <span className={classes.space} />
      <PostMenu post={post} onDeleted={leave} />
    </header>
  );
}

interface EditingProps {
  post: PostWithDraft;
  editing: PostEditing;
}

function Notices({ post, editing }: EditingProps) {
  const { t } = useWords();
  const { problems, state } = editing;
  return (
    <>
      {state === 'changed' && <Conflict editing={editing} />}
      {editing.localCopy && (
        <CopyNotice fields={editing.fields} localCopy={editing.localCopy} saver={editing.saver} />
      )}
      {post.isHidden && (
        <Alert color="red" icon={<Icon name="ban" />} title={t('postEdit.hidden')}>
          {t('postEdit.hiddenText')}
        </Alert>
      )}
      {problems.includes('contentLong') && (
        <Alert color="red" role="alert">
          {t('postEdit.contentLong')}
        </Alert>
      )}
    </>
  );
}

/** Only a member with a confirmed email address may publish: says so before, with the way there. */
function ConfirmEmailLine() {
  const { t } = useWords();
  const mayPublish = usePermission(publishPost);
  const { data: user } = useQuery(meQuery);
  const { send, isSending } = useConfirmEmail();
  if (!mayPublish || !user || user.emailVerified) return null;
  return (
    <div className={classes.email} role="note">
      <Icon name="info" size={15} />
      <span>{user.email ? t('postEdit.confirmEmail', { email: user.email }) : t('postEdit.addEmail')}</span>
      {user.email ? (
        <Button size="compact-sm" variant="default" loading={isSending} onClick={send}>
          {t('session.confirm.again')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" renderRoot={(props) => <Link to="/Account" {...props} />}>
          {t('shell.pages.account')}
        </Button>
      )}
    </div>
  );
}

const TITLE_MAX = 200;

function TitleField({
  post,
  editing: { fields, saver, mayEdit },
  isMissing,
}: EditingProps & { isMissing: boolean }) {
  const { t } = useWords();
  const [wasFilled] = useState(fields.title !== '');
  return (
    <Textarea
      id="post-title"
      aria-label={t('posts.postTitle')}
      placeholder={t('postEdit.titlePlaceholder')}
      variant="unstyled"
      autosize
      maxLength={TITLE_MAX}
      readOnly={!mayEdit}
      autoFocus={!wasFilled && mayEdit}
      classNames={{ input: `${classes.title} display` }}
      lang={fields.language}
      value={fields.title}
      error={isMissing && t('postEdit.gaps.title')}
      onChange={(event) => saver.edit({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
      onBlur={() => {
        const slug = slugFromTitle(fields.title);
        if (slug && mayEdit && post.publishedAt === null && isMadeSlug(fields.slug)) saver.edit({ slug });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        document.querySelector<HTMLElement>('#post-text [contenteditable]')?.focus();
      }}
    />
  );
}

interface CopyNoticeProps extends Pick<PostEditing, 'fields' | 'saver'> {
  localCopy: NonNullable<PostEditing['localCopy']>;
}

/** This browser has changes of an earlier visit that were never saved. */
function CopyNotice({ fields, saver, localCopy: { copy, use, discard } }: CopyNoticeProps) {
  const { t } = useWords();
  const { timeWithSeconds } = useAccountZone();
  const [isCompared, compare] = useDisclosure(false);
  const [isPending, setPending] = useState(false);
  // After a reload the browser scrolls back to where the text was.
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  const run = async () => {
    setPending(true);
    if (!(await use())) toasts.add({ title: t('postEdit.localCopy.failed'), color: 'error' });
    setPending(false);
  };
  const open = () => {
    saver.collect();
    compare.open();
  };
  const throwAway = () => {
    const undo = discard();
    toasts.add({
      title: t('postEdit.localCopy.discarded'),
      action: { label: t('shell.undo'), onClick: undo },
    });
  };
  const choices = (
    <Group gap="xs" mt="xs">
      {!isCompared && (
        <Button size="xs" variant="default" onClick={open}>
          {t('postEdit.conflict.compare')}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={isPending} onClick={throwAway}>
        {t('postEdit.localCopy.discard')}
      </Button>
      <Button size="xs" loading={isPending} onClick={() => void run()}>
        {t('postEdit.localCopy.use')}
      </Button>
    </Group>
  );
  return (
    <Alert
      ref={notice}
      color="yellow"
      role="alert"
      icon={<Icon name="history" />}
      title={t('postEdit.localCopy.heading', { time: timeWithSeconds(copy.at) })}
    >
      {t('postEdit.localCopy.text')}
      {choices}
      <Modal
        opened={isCompared}
        onClose={compare.close}
        size="xl"
        title={t('postEdit.localCopy.compareTitle')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <PostDiff
          before={fields}
          after={{ ...fields, ...copy.changes }}
          none={t('postEdit.conflict.same')}
          help={t('postEdit.localCopy.compareHelp')}
        />
        {choices}
      </Modal>
    </Alert>
  );
}

interface ConflictProps {
  editing: Pick<PostEditing, 'theirs' | 'fields' | 'saver'>;
}

/** Another member, or this one on another page, has saved the post while it was edited here. */
function Conflict({ editing: { theirs, fields, saver } }: ConflictProps) {
  const { t } = useWords();
  const [isCompared, compare] = useDisclosure(false);
  const [isPending, setPending] = useState(false);
  const title = useConflictTitle(theirs);
  const run = async (choice: () => Promise<unknown>) => {
    setPending(true);
    try {
      await choice();
    } catch (error) {
      toasts.add({ title: errorMessage(error), color: 'error' });
    }
    setPending(false);
  };
  const choices = (
    <Group gap="xs" mt="xs">
      {theirs && !isCompared && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            saver.collect();
            compare.open();
          }}
        >
          {t('postEdit.conflict.compare')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={isPending}
        onClick={() => void run(() => saver.takeTheirs())}
      >
        {t('postEdit.conflict.takeTheirs')}
      </Button>
      <Button size="xs" loading={isPending} onClick={() => void run(() => saver.keepMine())}>
        {t('postEdit.conflict.keepMine')}
      </Button>
    </Group>
  );
  return (
    <Alert id={CONFLICT} tabIndex={-1} color="yellow" role="alert" icon={<Icon name="users" />} title={title}>
      {t('postEdit.conflict.text')}
      {choices}
      <Modal
        opened={isCompared && theirs !== null}
        onClose={compare.close}
        size="xl"
        title={t('postEdit.conflict.compareTitle')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        {theirs && (
          <PostDiff
            before={fields}
            after={fieldsOf(theirs)}
            none={t('postEdit.conflict.same')}
            help={t('postEdit.conflict.compareHelp')}
          />
        )}
        {choices}
      </Modal>
    </Alert>
  );
}

function useConflictTitle(theirs: PostWithDraft | null): string {
  const { t } = useWords();
  const format = useFormat();
  const { data: me } = useQuery(meQuery);
  if (!theirs) return t('postEdit.conflict.heading');
  const time = format.dateTime(theirs.updatedAt);
  const { changedBy } = theirs;
  if (!changedBy) return t('postEdit.conflict.headingTime', { time });
  return changedBy.uuid === me?.uuid
    ? t('postEdit.conflict.headingOwn', { time })
    : t('postEdit.conflict.headingName', { name: changedBy.name, time });
}
