import type { PostVersion, PostWithDraft } from '@hanasu/contract/posts';
import { Badge, Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useAccountZone } from '../../../shell/time-zones.ts';
import { postVersionsQuery } from '../posts.queries.ts';
import { goToStart } from './gaps.tsx';
import { PostDiff } from './PostDiff.tsx';
import classes from './PostEdit.module.css';
import { countCharacters, plainText } from './post-text.ts';
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
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (opened) setUsed(false);
    else if (isUsed) goToStart();
  }, [opened, isUsed]);
  const closeUsed = () => {
    setUsed(true);
    onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      // What changed is the text above, not the button that opened the list.
      returnFocus={!isUsed}
      position="right"
      size={520}
      title={t('postVersions.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <VersionList {...list} onUsed={closeUsed} />
    </Drawer>
  );
}

interface VersionListProps extends Pick<VersionsDialogProps, 'post' | 'editing'> {
  /** Called once a version is in the draft. */
  onUsed: () => void;
}

function VersionList({ post, editing, onUsed }: VersionListProps) {
  const { t } = useWords();
  const timeOf = useVersionTimes();
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
            time={timeOf(version, data.items)}
            editing={editing}
            isCompared={compared === version.number}
            onCompare={(isCompared) => setCompared(isCompared ? version.number : null)}
            onUsed={onUsed}
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

/** Times by the clock of the account; those of versions in one minute with their seconds. */
function useVersionTimes() {
  const { timeOf, timeWithSeconds } = useAccountZone();
  return ({ at }: PostVersion, all: readonly PostVersion[]): string => {
    const time = timeOf(at);
    return all.filter((other) => timeOf(other.at) === time).length === 1 ? time : timeWithSeconds(at);
  };
}

interface VersionRowProps extends Pick<VersionListProps, 'editing' | 'onUsed'> {
  version: PostVersion;
  time: string;
  isCompared: boolean;
  onCompare: (isCompared: boolean) => void;
}

function VersionRow({ version, time, editing, isCompared, onCompare, onUsed }: VersionRowProps) {
  const { t } = useWords();
  const format = useFormat();
  const { number, title, by, at, isPublished } = version;
  const { fields } = editing;
  const length = useMemo(() => countCharacters(plainText(version.content)), [version.content]);
  const name = t('postVersions.version', { number: format.number(number) });
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <li>
      <div className={classes.version}>
        <div>
          <strong>{name}</strong>
          {isPublished && <Badge ml={8}>{t('postVersions.published')}</Badge>}
          <p className={classes.note}>
            <time dateTime={at}>{time}</time>
            {' · '}
            {by?.name ?? t('shell.versions.formerMember')}
            {' · '}
            {t('postVersions.characters', { count: length, number: format.number(length) })}
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
          {editing.mayEdit && <UseVersion version={version} name={name} editing={editing} onUsed={onUsed} />}
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
  onUsed: () => void;
}

/** Puts a version into the draft, by a save like any other. */
function UseVersion({ version, name, editing: { saver }, onUsed }: UseVersionProps) {
  const { t } = useWords();
  const [isPending, setPending] = useState(false);
  const { title, description, content } = version;
  const run = async () => {
    setPending(true);
    const isUsed = await saver.replace({ title, description, content });
    setPending(false);
    if (!isUsed) return void toasts.add({ title: t('postVersions.failed'), color: 'error' });
    toasts.add({ title: t('postVersions.used', { version: name }) });
    onUsed();
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
