import type { ReportedBotView } from '@hanasu/contract/admin';
import { REPORT_REASONS } from '@hanasu/contract/gallery';
import type { ReportedPostView } from '@hanasu/contract/posts';
import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type PropsWithChildren, type ReactNode, useId } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import {
  reportedBotsQuery,
  reportedPostsQuery,
  usePutBackBot,
  usePutBackPost,
  useTakeDownBot,
  useTakeDownPost,
} from './admin.queries.ts';

interface ReportsTabProps {
  /** Of the posts. */
  page: number | undefined;
  onPage: (page: number) => void;
}

/** Public bots and posts that were reported or taken down. */
export function ReportsTab({ page, onPage }: ReportsTabProps) {
  const { t } = useWords();
  const bots = useQuery(reportedBotsQuery);
  const posts = useQuery(reportedPostsQuery(page));
  const reportedBots = bots.data?.items ?? [];
  const { items: reportedPosts = [], total = 0, pageSize = 20, page: shownPage = 1 } = posts.data ?? {};
  const isEmpty = bots.data && posts.data && reportedBots.length + total === 0;
  if (bots.isPending || posts.isPending) return <Skeleton height={200} radius="lg" aria-hidden />;
  return (
    <Stack gap="xl">
      {bots.isError && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {posts.isError && <ErrorNotice error={posts.error} onRetry={() => void posts.refetch()} />}
      {isEmpty && (
        <Surface>
          <EmptyState
            icon="check-circle-2"
            title={t('admin.reports.none')}
            text={t('admin.reports.noneText')}
          />
        </Surface>
      )}
      {reportedBots.length > 0 && (
        <ReportedList title={t('admin.reports.bots')}>
          {reportedBots.map((bot) => (
            <ReportedBot key={bot.uuid} bot={bot} />
          ))}
        </ReportedList>
      )}
      {total > 0 && (
        <ReportedList title={t('admin.reports.posts')}>
          {reportedPosts.map((post) => (
            <ReportedPost key={post.uuid} post={post} />
          ))}
          <Pager
            page={shownPage}
            pageSize={pageSize}
            total={total}
            label={t('admin.reports.posts')}
            onPage={onPage}
          />
        </ReportedList>
      )}
    </Stack>
  );
}

function ReportedList({ title, children }: PropsWithChildren<{ title: string }>) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </Stack>
  );
}

function ReportedBot({ bot }: { bot: ReportedBotView }) {
  const { t } = useWords();
  const takeDown = useTakeDownBot();
  const putBack = usePutBackBot();
  const { uuid, slug, title, description, hiddenAt } = bot;
  return (
    <ReportedCard
      reported={bot}
      name={
        hiddenAt ? (
          <Text fw={500}>{title}</Text>
        ) : (
          <Anchor
            fw={500}
            renderRoot={(props) => <Link to="/ExploreBot/$slug" params={{ slug }} {...props} />}
          >
            {title}
          </Anchor>
        )
      }
      switcher={
        <Switcher reported={bot} act={hiddenAt ? putBack : takeDown} id={uuid}>
          {t(`admin.reports.${hiddenAt ? 'putBack' : 'takeDown'}.bot`)}
        </Switcher>
      }
    >
      {description && <Text size="sm">{description}</Text>}
    </ReportedCard>
  );
}

function ReportedPost({ post }: { post: ReportedPostView }) {
  const { t } = useWords();
  const takeDown = useTakeDownPost();
  const putBack = usePutBackPost();
  const { uuid, path, hiddenAt } = post;
  const title = post.title || t('admin.reports.untitled');
  const reported = { ...post, title };
  return (
    <ReportedCard
      reported={reported}
      name={
        hiddenAt || !path ? (
          <Text fw={500}>{title}</Text>
        ) : (
          <Anchor fw={500} href={path} target="_blank" rel="noreferrer">
            {title}
          </Anchor>
        )
      }
      switcher={
        <Switcher reported={reported} act={hiddenAt ? putBack : takeDown} id={uuid}>
          {t(`admin.reports.${hiddenAt ? 'putBack' : 'takeDown'}.post`)}
        </Switcher>
      }
    />
  );
}

/** What a bot and a post have in common here. */
type Reported = Pick<ReportedBotView, 'title' | 'account' | 'reports' | 'texts' | 'hiddenAt'>;

interface ReportedCardProps {
  reported: Reported;
  /** Its title, as a link where its public page is shown. */
  name: ReactNode;
  switcher: ReactNode;
}

function ReportedCard({ reported, name, switcher, children }: PropsWithChildren<ReportedCardProps>) {
  const { t } = useWords();
  const format = useFormat();
  const { title, account, reports, texts, hiddenAt } = reported;
  return (
    <Surface aria-label={title} style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: '1 1 240px', minWidth: 0 }}>
            <Group gap={6}>
              {name}
              {hiddenAt && (
                <Badge color="yellow">{t('admin.reports.hidden', { date: format.date(hiddenAt) })}</Badge>
              )}
              {reports > 0 && (
                <Badge color="red">
                  {t('bot.reports', { count: reports, number: format.number(reports) })}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {t('admin.reports.of', { account: account.name })}
            </Text>
          </div>
          {switcher}
        </Group>
        {children}
        <Reports texts={texts} />
      </Stack>
    </Surface>
  );
}

function Reports({ texts }: Pick<Reported, 'texts'>) {
  const { t } = useWords();
  const format = useFormat();
  if (texts.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" m={0} pl="md" aria-label={t('admin.reports.list')}>
      {texts.map(({ reason, text, createdAt }) => {
        const known = REPORT_REASONS.find((one) => one === reason) ?? 'other';
        return (
          <Text component="li" size="sm" key={`${createdAt} ${reason} ${text}`}>
            <Text span fw={500} size="sm">
              {t(`bot.reportReasons.${known}`)}
            </Text>{' '}
            <Text span c="dimmed" size="sm">
              {format.ago(createdAt)}
            </Text>
            {text && <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>}
          </Text>
        );
      })}
    </Stack>
  );
}

interface SwitcherProps<Id> {
  reported: Reported;
  id: Id;
  act: {
    readonly mutate: (id: Id, options: { readonly onSuccess: () => void }) => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
}

/** Takes something public away or puts it back, after a question; what that means is its content. */
function Switcher<Id>({
  reported: { title, hiddenAt },
  id,
  act,
  children,
}: PropsWithChildren<SwitcherProps<Id>>) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const name = hiddenAt ? 'putBack' : 'takeDown';
  const confirm = () =>
    act.mutate(id, {
      onSuccess: () => {
        dialog.close();
        toasts.add({ title: t(`admin.reports.${name}.done`, { title }) });
      },
    });
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open} aria-haspopup="dialog">
        {t(`admin.reports.${name}.action`)}
      </Button>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        onConfirm={confirm}
        title={t(`admin.reports.${name}.title`, { title })}
        action={t(`admin.reports.${name}.action`)}
        pending={act.isPending}
        error={act.error}
      >
        {children}
      </ConfirmDelete>
    </>
  );
}
