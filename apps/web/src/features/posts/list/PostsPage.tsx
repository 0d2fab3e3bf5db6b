import { createPost, POST_STATES, type PostView } from '@hanasu/contract/posts';
import {
  ActionIcon,
  Button,
  Group,
  Select,
  Skeleton,
  Stack,
  Tabs,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Can } from '../../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { ListSearch } from '../../../shell/components/ListPage.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { useRowsMark } from '../../../shell/mark-rows.ts';
import { POSTS_PAGE_SIZE, postListQuery, useCreatePost } from '../posts.queries.ts';
import { usePostAddress } from '../use-post-address.ts';
import { PostMenu, useTitleOf } from './PostMenu.tsx';
import { PostStateBadge } from './PostStateBadge.tsx';
import classes from './Posts.module.css';
import { SiteSettings } from './SiteSettings.tsx';

const TABS = ['all', ...POST_STATES] as const;

/** Posts of the account, by state. */
export function PostsPage() {
  const { t } = useWords();
  const filter = useSearch({ from: '/_default/Post-Manage/' });
  const posts = useQuery(postListQuery(filter));
  const { data } = posts;
  const all = data ? Object.values(data.counts).reduce((sum, count) => sum + count, 0) : null;
  const isEmpty = all === 0 && !filter.q && !filter.tag;
  useRowsMark((data?.items.length ?? 0) > 0);
  return (
    <PageFrame title={t('posts.title')} purpose={t('posts.purpose')} actions={!isEmpty && <NewPost />}>
      <Stack gap="md">
        {!isEmpty && <Tools tags={data?.tags ?? []} />}
        {posts.isError && <ErrorNotice error={posts.error} onRetry={() => void posts.refetch()} />}
        {isEmpty ? (
          <EmptyState
            drawing="knowledge"
            title={t('posts.empty')}
            text={t('posts.emptyText')}
            action={<NewPost />}
          />
        ) : (
          <ByState counts={data?.counts}>
            {posts.isPending && <Rows />}
            {data && <Found items={data.items} total={data.total} />}
          </ByState>
        )}
        {isEmpty && <SiteSettings />}
      </Stack>
    </PageFrame>
  );
}

/** Adds a post at once: everything about it is written on its own page. */
function NewPost() {
  const { t, locale } = useWords();
  const navigate = useNavigate();
  const create = useCreatePost();
  const add = () =>
    create.mutate(
      { language: locale },
      { onSuccess: ({ uuid }) => void navigate({ to: '/Post-Manage/edit/$id', params: { id: uuid } }) },
    );
  return (
    <Can endpoint={createPost}>
      <Button leftSection={<Icon name="plus" />} loading={create.isPending} onClick={add}>
        {t('posts.create')}
      </Button>
    </Can>
  );
}

function useFilter() {
  const filter = useSearch({ from: '/_default/Post-Manage/' });
  const navigate = useNavigate({ from: '/Post-Manage/' });
  const show = (next: Partial<typeof filter>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true });
  return { filter, show };
}

interface ToolsProps {
  tags: readonly { readonly name: string; readonly posts: number }[];
}

function Tools({ tags }: ToolsProps) {
  const { t } = useWords();
  const format = useFormat();
  const { filter, show } = useFilter();
  // What is filtered by stays in the choice when the last post has lost it.
  const names = new Map(tags.map(({ name, posts }) => [name, `${name} (${format.number(posts)})`]));
  if (filter.tag && !names.has(filter.tag)) names.set(filter.tag, filter.tag);
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs" className={classes.filters ?? ''}>
        <ListSearch label={t('posts.search')} q={filter.q} onSearch={(q) => show({ q })} />
        {names.size > 0 && (
          <Select
            aria-label={t('posts.tag')}
            placeholder={t('posts.anyTag')}
            clearable
            searchable
            w={{ base: '100%', xs: 200 }}
            data={[...names].map(([value, label]) => ({ value, label }))}
            value={filter.tag ?? null}
            onChange={(tag) => show({ tag: tag ?? undefined })}
            clearButtonProps={{ 'aria-label': t('shell.clear') }}
          />
        )}
      </Group>
      <SiteSettings />
    </Group>
  );
}

interface ByStateProps {
  counts: Partial<Record<PostView['state'], number>> | undefined;
  children: React.ReactNode;
}

/** Tabs of the states, with how many posts of the search are in each. */
function ByState({ counts, children }: ByStateProps) {
  const { t } = useWords();
  const format = useFormat();
  const { filter, show } = useFilter();
  const countOf = (tab: (typeof TABS)[number]): number =>
    tab === 'all' ? Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0) : (counts?.[tab] ?? 0);
  return (
    <Tabs
      value={filter.state ?? 'all'}
      onChange={(value) => show({ state: POST_STATES.find((state) => state === value) })}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('posts.state')} mb="xs">
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(tab === 'all' ? 'posts.all' : `posts.states.${tab}`)}
            {counts && <span className={classes.count}>{format.number(countOf(tab))}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((tab) => (
        <Tabs.Panel key={tab} value={tab}>
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Rows while the list is on its way. */
const Rows = () => (
  <Stack gap={1} aria-hidden>
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={56} radius={0} animate={false} />
    ))}
  </Stack>
);

function Found({ items, total }: { items: readonly PostView[]; total: number }) {
  const { t } = useWords();
  const { filter } = useFilter();
  const navigate = useNavigate({ from: '/Post-Manage/' });
  if (items.length === 0)
    return filter.q ? (
      <EmptyState icon="search-x" title={t('shell.nothingFound', { query: filter.q })} />
    ) : (
      <EmptyState icon="newspaper" title={t('posts.none')} />
    );
  return (
    <Stack gap="md">
      <PostTable items={items} />
      <Pager
        page={filter.page ?? 1}
        pageSize={POSTS_PAGE_SIZE}
        total={total}
        label={t('posts.title')}
        onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
      />
    </Stack>
  );
}

function PostTable({ items }: { items: readonly PostView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('posts.title')}>
      <thead>
        <tr>
          <th>{t('posts.postTitle')}</th>
          <th data-fit data-minor>
            {t('posts.state')}
          </th>
          <th data-minor>{t('posts.date')}</th>
          <th data-minor>{t('posts.changedBy')}</th>
          <th data-fit>
            <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((post) => (
          <PostRow key={post.uuid} post={post} />
        ))}
      </tbody>
    </DataTable>
  );
}

function PostRow({ post }: { post: PostView }) {
  const { t } = useWords();
  const format = useFormat();
  const titleOf = useTitleOf();
  const { uuid, language, tags, path, changedBy, updatedAt } = post;
  return (
    <tr>
      <td>
        <Link to="/Post-Manage/edit/$id" params={{ id: uuid }} className={cellClasses.main}>
          {titleOf(post)}
        </Link>
        {tags.length > 0 && (
          <ul className={classes.tags} aria-label={t('posts.tags')}>
            {tags.map((tag) => (
              <li key={tag}>
                <Link to="/Post-Manage" search={{ tag }} className={classes.tag}>
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <div className={classes.facts}>
          <span className={cellClasses.sub} lang={language}>
            {LOCALE_NAMES[language]}
          </span>
          {path !== null && <PublicLink path={path} />}
        </div>
        <div className={`${cellClasses.sub} ${classes.onPhone}`}>
          <PostStateCell post={post} />
          <PostDate post={post} />
        </div>
      </td>
      <td data-fit data-minor>
        <PostStateCell post={post} />
      </td>
      <td data-minor>
        <PostDate post={post} />
      </td>
      <td data-minor>
        {changedBy?.name ?? '—'}
        <div className={cellClasses.sub}>
          <time dateTime={updatedAt}>{format.ago(updatedAt)}</time>
        </div>
      </td>
      <td data-fit>
        <PostMenu post={post} />
      </td>
    </tr>
  );
}

function PostStateCell({ post }: { post: PostView }) {
  const { t } = useWords();
  return (
    <>
      <PostStateBadge post={post} />
      {post.hasChanges && post.path !== null && (
        <div className={cellClasses.sub}>{t('posts.hasChanges')}</div>
      )}
    </>
  );
}

/** The date that matters in the state of the post, with what it is the date of. */
function PostDate({ post }: { post: PostView }) {
  const { t } = useWords();
  const format = useFormat();
  const { state, failure, scheduledAt, publishedAt, updatedAt, path } = post;
  if (state === 'failed' && failure) return <span>{t(`posts.failures.${failure}`)}</span>;
  if (state === 'scheduled' && scheduledAt)
    return (
      <time dateTime={scheduledAt}>
        {t(path === null ? 'posts.scheduledFor' : 'posts.changeScheduledFor', {
          time: format.dateTime(scheduledAt),
        })}
      </time>
    );
  if (state === 'published' && publishedAt)
    return <time dateTime={publishedAt}>{t('posts.publishedOn', { date: format.date(publishedAt) })}</time>;
  return <time dateTime={updatedAt}>{t('posts.changedOn', { date: format.date(updatedAt) })}</time>;
}

/** The page's address, to be opened or copied. */
function PublicLink({ path }: { path: string }) {
  const { t } = useWords();
  const address = usePostAddress()(path);
  return (
    <span className={classes.address}>
      <a href={address} target="_blank" rel="noreferrer" className={cellClasses.sub}>
        {path}
      </a>
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'shell.copied' : 'posts.copy')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`${t('posts.copy')}: ${path}`}
              onClick={copy}
            >
              <Icon name={copied ? 'check' : 'copy'} size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
