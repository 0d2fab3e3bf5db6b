import type { BroadcastAudience } from '@hanasu/contract/broadcast-audience';
import { type BroadcastView, createBroadcast } from '@hanasu/contract/broadcasts';
import { createSandboxChannel } from '@hanasu/contract/channels';
import type { PostId } from '@hanasu/contract/ids';
import type { MessageContent } from '@hanasu/contract/message-content';
import {
  Alert,
  Button,
  Group,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useMessagePreview } from '../../entities/message/preview/use-message-preview.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { ListPage, ListSearch, useNothingFound } from '../../shell/components/ListPage.tsx';
import { NameDialog, NameForm } from '../../shell/components/NameForm.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { systemQuery } from '../../shell/shell.queries.ts';
import { BroadcastBadge, DeleteAction, takesBroadcasts, useChannelName } from './BroadcastParts.tsx';
import { BroadcastSettings } from './BroadcastSettings.tsx';
import classes from './Broadcasts.module.css';
import {
  BROADCASTS_PAGE_SIZE,
  broadcastsQuery,
  type PostMessage,
  postMessageQuery,
  useBroadcastUpdates,
  useCreateBroadcast,
} from './broadcasts.queries.ts';

/** One message to many people: those that were sent, and those to come. */
export function BroadcastsPage() {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/message/' });
  const { q, page = 1, create, post } = useSearch({ from: '/_default/Channel/message/' });
  useBroadcastUpdates();
  const broadcasts = useQuery(broadcastsQuery(page, q));
  const setQ = (next: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, q: next, page: undefined }), replace: true });
  const setCreate = (open: boolean) =>
    void navigate({
      search: (old) => ({ ...old, create: open || undefined, post: undefined }),
      replace: !open,
    });
  const { items = [], total = 0 } = broadcasts.data ?? {};
  const isEmpty = !q && broadcasts.data?.total === 0;
  const add = (
    <Can endpoint={createBroadcast}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t('broadcasts.create')}
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t('broadcasts.title')}
      purpose={t('broadcasts.purpose')}
      query={broadcasts}
      isEmpty={isEmpty}
      empty={{
        drawing: 'broadcast',
        title: t('broadcasts.empty'),
        text: t('broadcasts.emptyText'),
        action: add,
      }}
      nothing={useNothingFound(q)}
      add={add}
      tools={
        <Group gap="xs" justify="space-between" wrap="nowrap">
          {isEmpty ? <span /> : <ListSearch label={t('broadcasts.search')} q={q} onSearch={setQ} />}
          <BroadcastSettings />
        </Group>
      }
      page={page}
      pageSize={BROADCASTS_PAGE_SIZE}
      total={total}
      onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      dialog={
        <NameDialog
          opened={create === true}
          onClose={() => setCreate(false)}
          title={t('broadcasts.create')}
          {...(post && { size: 'lg' })}
        >
          <CreateFields post={post} onClose={() => setCreate(false)} />
        </NameDialog>
      }
    >
      {items.length > 0 ? <BroadcastTable items={items} /> : null}
    </ListPage>
  );
}

function BroadcastTable({ items }: { items: readonly BroadcastView[] }) {
  const { t } = useWords();
  const format = useFormat();
  const channelName = useChannelName();
  return (
    <DataTable label={t('broadcasts.title')}>
      <thead>
        <tr>
          <th>{t('broadcasts.name')}</th>
          <th data-fit>{t('broadcasts.state')}</th>
          <th data-minor>{t('broadcasts.channels')}</th>
          <th data-minor data-number>
            {t('broadcasts.people')}
          </th>
          <th data-minor>{t('broadcasts.when')}</th>
          <th data-fit>
            <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((broadcast) => {
          const { uuid, name, state, channelUuids, people, startAt, startedAt, updatedAt } = broadcast;
          const when = startedAt ?? startAt ?? updatedAt;
          return (
            <tr key={uuid}>
              <td>
                <Link to="/Channel/message/$uuid" params={{ uuid }} className={cellClasses.main}>
                  {name}
                </Link>
                <div className={cellClasses.sub}>{broadcast.createdBy?.name ?? '—'}</div>
                <div className={`${cellClasses.sub} ${classes.onPhone}`}>
                  <OnPhone broadcast={broadcast} when={when} />
                </div>
              </td>
              <td data-fit>
                <BroadcastBadge state={state} />
              </td>
              <td data-minor>{channelUuids.map(channelName).join(' · ')}</td>
              <td data-minor data-number>
                {people === null ? '—' : format.number(people)}
              </td>
              <td data-minor>
                <time dateTime={when}>{format.dateTime(when)}</time>
              </td>
              <td data-fit>
                <DeleteAction broadcast={broadcast} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** What the columns say that a phone has no room for. */
function OnPhone({ broadcast: { people, reason }, when }: { broadcast: BroadcastView; when: string }) {
  const { t } = useWords();
  const format = useFormat();
  const said = [
    people !== null && t('broadcasts.peopleCount', { count: people, number: format.number(people) }),
    reason && t(`broadcasts.why.${reason}`),
  ].filter(Boolean);
  return <>{said.length > 0 ? said.join(' · ') : format.dateTime(when)}</>;
}

interface CreateFieldsProps {
  /** The post that the message has a card of. */
  post: PostId | undefined;
  onClose: () => void;
}

/** Asks for a name; a new broadcast is for all customers on every connected channel, or for those who use the language of its card. */
function CreateFields({ post, onClose }: CreateFieldsProps) {
  const { t } = useWords();
  const channels = useQuery(channelsQuery);
  const message = useQuery(postMessageQuery(post));
  const create = useCreateBroadcast();
  const navigate = useNavigate();
  if (channels.isError) return <ErrorNotice error={channels.error} onRetry={() => void channels.refetch()} />;
  if (message.isError)
    return (
      <Stack gap="md" align="flex-start">
        <ErrorNotice error={message.error} onRetry={() => void message.refetch()} />
        {post && <ToPost post={post} />}
      </Stack>
    );
  if (!channels.data || !message.data) return <Skeleton height={120} aria-hidden />;
  const { name: first, content } = message.data;
  const channelUuids = channels.data.items.filter(takesBroadcasts).map(({ uuid }) => uuid);
  if (channelUuids.length === 0) return <NoChannels post={post} />;
  const form = (
    <NameForm
      label={t('broadcasts.name')}
      help={t('broadcasts.nameHelp')}
      first={first}
      above={post && <AboutPost message={message.data} />}
      action={t('broadcasts.createAction')}
      isPending={create.isPending}
      error={create.error}
      onCancel={onClose}
      onName={(name) =>
        create.mutate(
          { name, content, channelUuids, audience: audienceOf(message.data), peoplePerHour: null },
          { onSuccess: ({ uuid }) => void navigate({ to: '/Channel/message/$uuid', params: { uuid } }) },
        )
      }
    />
  );
  if (!post) return form;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
      {form}
      <Suspense fallback={<Skeleton height={320} radius="lg" aria-hidden />}>
        <CardPreview content={content} />
      </Suspense>
    </SimpleGrid>
  );
}

const PreviewPane = lazy(async () => {
  const [{ PreviewPane: Loaded }] = await Promise.all([
    import('../../entities/message/preview/PreviewPane.tsx'),
    loadWords('message'),
  ]);
  return { default: Loaded };
});

const CardPreview = ({ content }: { content: MessageContent }) => (
  <PreviewPane preview={useMessagePreview(content)} wanted={null} />
);

/** Nothing can be sent yet: the ways to a channel, and back. */
function NoChannels({ post }: Pick<CreateFieldsProps, 'post'>) {
  const { t } = useWords();
  return (
    <Stack gap="md" align="flex-start">
      <span>{t('broadcasts.noChannels')}</span>
      <Group gap="xs">
        <Button renderRoot={(props) => <Link to="/Channel" {...props} />}>
          {t('broadcasts.toChannels')}
        </Button>
        <Can endpoint={createSandboxChannel}>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/Channel" search={{ connect: 'sandbox' }} {...props} />}
          >
            {t('broadcasts.trySandbox')}
          </Button>
        </Can>
      </Group>
      {post && <ToPost post={post} />}
    </Stack>
  );
}

const ToPost = ({ post }: { post: PostId }) => (
  <Link to="/Post-Manage/edit/$id" params={{ id: post }}>
    {useWords().t('broadcasts.toPost')}
  </Link>
);

/** Customers who use the language of the card; where it is for readers of every other language, all but those of the others. */
function audienceOf({ language, languages }: PostMessage): BroadcastAudience {
  if (languages.length < 2) return { kind: 'everybody' };
  const isDefault = languages.find((one) => one.language === language)?.isDefault;
  const others = languages.map((one) => one.language).filter((other) => other !== language);
  return {
    kind: 'conditions',
    definition: isDefault
      ? { kind: 'not', items: [{ kind: 'language', languages: others }] }
      : { kind: 'and', items: [{ kind: 'language', languages: language ? [language] : others }] },
  };
}

/** What the message is made of, the languages to choose from, and whether its readers can open the page. */
function AboutPost({ message: { language, languages } }: { message: PostMessage }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const navigate = useNavigate({ from: '/Channel/message/' });
  const { data: system } = useQuery(systemQuery);
  const names = new Intl.DisplayNames([LOCALE_TAGS[locale]], { type: 'language' });
  const nameOf = (code: string): string => names.of(code) ?? code;
  const others = languages.filter((one) => one.language !== language).map((one) => nameOf(one.language));
  const isDefault = languages.find((one) => one.language === language)?.isDefault;
  return (
    <>
      <Text size="sm">{t('broadcasts.withPost')}</Text>
      {language && others.length > 0 && (
        <>
          <Select
            label={t('broadcasts.postLanguage')}
            description={t('broadcasts.postLanguageHelp', { languages: format.list(others) })}
            allowDeselect={false}
            data={languages.map((one) => ({ value: one.uuid as string, label: nameOf(one.language) }))}
            value={languages.find((one) => one.language === language)?.uuid ?? null}
            onChange={(uuid) =>
              void navigate({ search: (old) => ({ ...old, post: uuid as PostId }), replace: true })
            }
          />
          <Text size="sm">
            {isDefault
              ? t('broadcasts.toOthers', { languages: format.list(others) })
              : t('broadcasts.toLanguage', { language: nameOf(language) })}
          </Text>
        </>
      )}
      {system && !system.publicUrlReachable && (
        <Alert color="orange">{t('broadcasts.postUnreachable')}</Alert>
      )}
    </>
  );
}
