import type { PostVersion, PostWithDraft } from '@hanasu/contract/posts';
import { Badge, Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useAccountZone } from '../../../shell/time-zones.ts';
import { postVersionsQuery } from '../posts.queries.ts';
import { PostDiff } from './PostDiff.tsx';
import classes from './PostEdit.module.css';
import type { PostEditing } from './use-post-draft.ts';

interface VersionsDialogProps {
  post: PostWithDraft;
  editing: PostEditing;
  opened: boolean;
  onClose: () => void;
}

/** Earlier versions of the post: to compare with the draft, and to use again. */
export function VersionsDialog({ opened, onClose, ...list }: VersionsDialogProps) {
  const { t } = useWords();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={520}
      title={t('postVersions.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <VersionList {...list} onClose={onClose} />
    </Drawer>
  );
}

function VersionList({ post, editing, onClose }: Omit<VersionsDialogProps, 'opened'>) {
  const { t } = useWords();
  const [page, setPage] = useState(1);
  const [compared, setCompared] = useState<number | null>(null);
  const { data, error, refetch } = useQuery(postVersionsQuery(post.uuid, page));
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} animate={false} aria-hidden />;
  if (data.total === 0) return <p className={classes.note}>{t('postVersions.none')}</p>;
  return (
    <>
      <p className={classes.note}>{t('postVersions.help')}</p>
      <ol className={classes.versions}>
        {data.items.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            editing={editing}
            isCompared={compared === version.number}
            onCompare={(isCompared) => setCompared(isCompared ? version.number : null)}
            onClose={onClose}
          />
        ))}
      </ol>
      <Pager
        page={page}
        pageSize={data.pageSize}
        total={data.total}
        label={t('postVersions.title')}
        onPage={setPage}
      />
    </>
  );
}

interface VersionRowProps extends Pick<VersionsDialogProps, 'editing' | 'onClose'> {
  version: PostVersion;
  isCompared: boolean;
  onCompare: (isCompared: boolean) => void;
}

function VersionRow({ version, editing, isCompared, onCompare, onClose }: VersionRowProps) {
  const { t } = useWords();
  const format = useFormat();
  const { timeOf } = useAccountZone();
  const { number, title, by, at, isPublished } = version;
  const { fields } = editing;
  const name = t('postVersions.version', { number: format.number(number) });
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <li>
      <div className={classes.version}>
        <div>
          <strong>{name}</strong>
          {isPublished && <Badge ml={8}>{t('postVersions.published')}</Badge>}
          <p className={classes.note}>
            <time dateTime={at}>{timeOf(at)}</time>
            {' · '}
            {by?.name ?? t('shell.versions.formerMember')}
          </p>
          <p className={classes.note}>{title || t('posts.untitled')}</p>
        </div>
        <div className={classes.versionActions}>
          <Button
            {...button}
            aria-label={`${t('postVersions.compare')}: ${name}`}
            aria-expanded={isCompared}
            onClick={() => onCompare(!isCompared)}
          >
            {t('postVersions.compare')}
          </Button>
          {editing.mayEdit && <UseVersion version={version} name={name} editing={editing} onDone={onClose} />}
        </div>
      </div>
      {isCompared && (
        <section aria-label={t('postVersions.differences', { version: name })} className={classes.compared}>
          <PostDiff
            // A version has no other fields.
            before={{ title: fields.title, description: fields.description, content: fields.content }}
            after={version}
            none={t('postVersions.same')}
            help={t('postVersions.differencesHelp')}
          />
        </section>
      )}
    </li>
  );
}

interface UseVersionProps extends Pick<VersionsDialogProps, 'editing'> {
  version: PostVersion;
  name: string;
  onDone: () => void;
}

/** Puts a version into the draft, by a save like any other. */
function UseVersion({ version, name, editing: { saver }, onDone }: UseVersionProps) {
  const { t } = useWords();
  const [isPending, setPending] = useState(false);
  const { title, description, content } = version;
  const run = async () => {
    setPending(true);
    const isUsed = await saver.replace({ title, description, content });
    setPending(false);
    if (!isUsed) return void toasts.add({ title: t('postVersions.failed'), color: 'error' });
    toasts.add({ title: t('postVersions.used', { version: name }) });
    onDone();
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      aria-label={`${t('postVersions.use')}: ${name}`}
      onClick={() => void run()}
    >
      {t('postVersions.use')}
    </Button>
  );
}
