import { LOCALES } from '@hanasu/contract/accounts';
import { type BotView, createBot, listBots } from '@hanasu/contract/bots';
import { type ChannelView, listChannels } from '@hanasu/contract/channels';
import { type CustomerView, listCustomers } from '@hanasu/contract/customers';
import type { BotId, ChannelId, ConversationId, CustomerId, KnowledgeId } from '@hanasu/contract/ids';
import { type ConversationView, listConversations } from '@hanasu/contract/inbox';
import { createKnowledge, type KnowledgeView, listKnowledge } from '@hanasu/contract/knowledge';
import { Modal, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { setLocale } from '../../i18n/i18n.ts';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { COLOR_MODES, toColorMode } from '../../theme/color-mode.ts';
import { call } from '../api/api-client.ts';
import { useNavigation } from '../layout/use-navigation.ts';
import { personName } from '../person-name.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { meQuery } from '../shell.queries.ts';
import { usePermission } from '../use-permission.ts';
import classes from './CommandPalette.module.css';
import { type CommandGroup, PaletteList } from './PaletteList.tsx';
import {
  COMMAND_KINDS,
  type Command,
  findCommands,
  type Recent,
  readRecent,
  rememberRecent,
} from './palette.ts';

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  onHelp: () => void;
  /** What is searched for when it opens. */
  query: string;
}

/** Jumps to any page, bot, knowledge base or conversation, and does what is done often. */
export function CommandPalette({ opened, onClose, onHelp, query }: CommandPaletteProps) {
  const { t } = useWords();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={620}
      yOffset="12dvh"
      padding={0}
      fullScreen={isPhone}
      transitionProps={{ duration: 100 }}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('shell.palette.title')}>
        <Palette onClose={onClose} onHelp={onHelp} query={query} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Lives as long as the dialog is open, so that each opening begins afresh. */
function Palette({ onClose, onHelp, query: begin }: Omit<CommandPaletteProps, 'opened'>) {
  const [query, setQuery] = useState(begin);
  const navigate = useNavigate();
  const owner = useOwner();
  const own = usePaletteCommands({ onHelp });
  const search = usePaletteSearch(query);
  const recent = useRecent(owner, own);

  const pick = (command: Command) => {
    if (command.key !== 'action:sign-out') rememberRecent(owner, command);
    onClose();
    command.run?.();
    if (command.link) void navigate(command.link);
  };
  const isRecent = new Set(recent.map(({ key }) => key));
  const found = query.trim()
    ? [...findCommands(own, query), ...search.commands]
    : own.filter(({ key }) => !isRecent.has(key));
  return (
    <PaletteList
      query={query}
      onQuery={setQuery}
      groups={[
        { kind: 'recent', commands: query.trim() ? [] : recent },
        ...COMMAND_KINDS.map(
          (kind): CommandGroup => ({
            kind,
            commands: found.filter((command) => command.kind === kind),
          }),
        ),
      ]}
      isSearching={search.isSearching}
      error={search.error}
      onPick={pick}
      onClose={onClose}
    />
  );
}

function useOwner(): string {
  const { data: user } = useQuery(meQuery);
  return `${user?.uuid ?? ''}:${user?.account.uuid ?? ''}`;
}

/** Read once, so that the list does not change under the pointer. */
function useRecent(owner: string, own: readonly Command[]): Command[] {
  const [kept] = useState(() => readRecent(owner));
  const make = useEntityCommands();
  return kept.flatMap((each) => {
    const command = own.find(({ key }) => key === each.key) ?? make.recent(each);
    return command ?? [];
  });
}

const MODE_ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

/** Parts of pages that people look for by name. */
const PLACES = [
  { name: 'profile', icon: 'user', to: '/Account', search: { tab: 'profile' } },
  { name: 'security', icon: 'shield-check', to: '/Account', search: { tab: 'security' } },
  { name: 'team', icon: 'users', to: '/Account', search: { tab: 'team' } },
  { name: 'models', icon: 'key-round', to: '/Account', search: { tab: 'models' } },
  { name: 'connections', icon: 'plug', to: '/Account', search: { tab: 'connections' } },
  { name: 'log', icon: 'history', to: '/Account', search: { tab: 'log' } },
  { name: 'export', icon: 'download', to: '/Account', search: { tab: 'export' } },
  { name: 'budgets', icon: 'gauge', to: '/Token', search: { tab: 'budgets' } },
  { name: 'apiKeys', icon: 'key-round', to: '/Token', search: { tab: 'keys' } },
  { name: 'webhooks', icon: 'plug', to: '/Token', search: { tab: 'hooks' } },
  { name: 'documents', icon: 'files', to: '/Document', search: {} },
  { name: 'channelSettings', icon: 'settings-2', to: '/Channel/setting', search: {} },
  { name: 'canned', icon: 'message-square-text', to: '/Message', search: { panel: 'canned' } },
  { name: 'report', icon: 'activity', to: '/Message', search: { panel: 'report' } },
  { name: 'waiting', icon: 'hand', to: '/Message', search: { tab: 'waiting' } },
] as const;

/** Pages, their parts and actions: what the palette knows without asking the server. */
function usePaletteCommands({ onHelp }: { onHelp: () => void }): Command[] {
  const { t } = useWords();
  const navigation = useNavigation();
  const pages = navigation
    .flatMap(({ items }) => items)
    .map(
      ({ page, to, icon }): Command => ({
        key: `page:${page}`,
        kind: 'page',
        icon,
        label: t(`shell.pages.${page}`),
        hint: to ?? '',
        link: { to },
      }),
    );
  const places = PLACES.map(
    ({ name, icon, ...link }): Command => ({
      key: `place:${name}`,
      kind: 'place',
      icon,
      label: t(`shell.palette.places.${name}`),
      hint: link.to,
      link,
    }),
  );
  return [...pages, ...places, ...useActions(onHelp)];
}

function useActions(onHelp: () => void): Command[] {
  const { t, locale } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const mayCreateBot = usePermission(createBot);
  const mayAddKnowledge = usePermission(createKnowledge);
  const action = (id: string, command: Pick<Command, 'icon' | 'label' | 'link' | 'run'>): Command => ({
    key: `action:${id}`,
    kind: 'action',
    hint: '',
    ...command,
  });
  const actions = [
    mayCreateBot &&
      action('new-bot', {
        icon: 'plus',
        label: t('shell.palette.actions.newBot'),
        link: { to: '/Bot', search: { create: true } },
      }),
    mayAddKnowledge &&
      action('add-knowledge', {
        icon: 'plus',
        label: t('shell.palette.actions.addKnowledge'),
        link: { to: '/Knowledge/Add' },
      }),
    ...LOCALES.filter((code) => code !== locale).map((code) =>
      action(`language-${code}`, {
        icon: 'languages',
        label: `${t('shell.language')}: ${LOCALE_NAMES[code]}`,
        run: () => void setLocale(code),
      }),
    ),
    ...COLOR_MODES.filter((mode) => mode !== toColorMode(colorScheme)).map((mode) =>
      action(`mode-${mode}`, {
        icon: MODE_ICONS[mode],
        label: `${t('shell.colorMode')}: ${t(`shell.colorModes.${mode}`)}`,
        run: () => setColorScheme(mode === 'system' ? 'auto' : mode),
      }),
    ),
    action('help', { icon: 'keyboard', label: t('shell.keyboard.title'), run: onHelp }),
    action('sign-out', { icon: 'log-out', label: t('shell.signOut'), run: () => void signOut() }),
  ];
  return actions.filter((each) => each !== false);
}

const DEBOUNCE_MS = 150;

interface PaletteSearch {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
  /** The first fault, when one of the searches failed; what the others found is shown. */
  readonly error: unknown;
}

/** Things of the account, by the server. While it is asked, what it said before stays if it still fits. */
function usePaletteSearch(query: string): PaletteSearch {
  const wanted = query.trim();
  const [asked] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const make = useEntityCommands();
  const bots = useQuery(findBots(asked));
  const bases = useQuery(findKnowledge(asked));
  const channels = useQuery(findChannels(asked));
  const customers = useQuery(findCustomers(asked));
  const conversations = useQuery(findConversations(asked));
  if (wanted === '') return { commands: [], isSearching: false, error: null };

  const all = [bots, bases, channels, customers, conversations];
  const isStale = asked !== wanted || all.some(({ isPlaceholderData }) => isPlaceholderData);
  const commands = [
    ...(bots.data ?? []).map(make.bot),
    ...(bases.data ?? []).map(make.knowledge),
    ...(channels.data ?? []).map(make.channel),
    ...(customers.data ?? []).map(make.customer),
    ...(conversations.data ?? []).map(make.conversation),
  ];
  return {
    commands: isStale ? findCommands(commands, wanted) : commands,
    isSearching: isStale || all.some(({ isFetching }) => isFetching),
    error: all.find(({ error }) => error)?.error ?? null,
  };
}

type FoundConversation = Pick<ConversationView, 'uuid' | 'title' | 'friend' | 'channel' | 'lastMessage'>;
type FoundCustomer = Pick<CustomerView, 'uuid' | 'name' | 'friends' | 'phones' | 'emails'>;
/** Enough of what was said last to tell people of the same name apart. */
const LAST_WORDS = 60;

/** Lines for things of the account, fresh or remembered. */
function useEntityCommands() {
  const { t } = useWords();
  const bot = ({ uuid, name }: Pick<BotView, 'uuid' | 'name'>): Command => ({
    key: `bot:${uuid}`,
    kind: 'bot',
    icon: 'bot',
    label: name,
    hint: t('shell.palette.leads.bot'),
    link: { to: '/Bot/$id', params: { id: uuid } },
  });
  const knowledge = ({ uuid, name }: Pick<KnowledgeView, 'uuid' | 'name'>): Command => ({
    key: `knowledge:${uuid}`,
    kind: 'knowledge',
    icon: 'book-open',
    label: name,
    hint: t('shell.palette.leads.knowledge'),
    link: { to: '/Knowledge/$id/documents', params: { id: uuid } },
  });
  const channel = ({
    uuid,
    name,
    displayName,
  }: Pick<ChannelView, 'uuid' | 'name' | 'displayName'>): Command => ({
    key: `channel:${uuid}`,
    kind: 'channel',
    icon: 'radio',
    label: name,
    hint: displayName && displayName !== name ? displayName : t('shell.palette.leads.channel'),
    link: { to: '/Channel/Instance/$id', params: { id: uuid } },
  });
  const customer = ({ uuid, name, friends, phones, emails }: FoundCustomer): Command => ({
    key: `customer:${uuid}`,
    kind: 'customer',
    icon: 'contact',
    label: personName(name, t) || t('shell.palette.nameless'),
    // They tell people of the same name apart, and show why somebody was found.
    hint:
      [
        ...friends.map((friend) => friend.channel.name),
        ...[...phones, ...emails].map(({ value }) => value),
      ].join(' · ') || t('shell.palette.leads.customer'),
    link: { to: '/Customer/$id', params: { id: uuid } },
  });
  const conversation = (given: FoundConversation): Command => ({
    key: `conversation:${given.uuid}`,
    kind: 'conversation',
    icon: 'message-circle',
    label: personName(given.friend?.name || given.title || '', t) || t('shell.palette.nameless'),
    hint:
      [given.channel?.name, given.lastMessage?.text.slice(0, LAST_WORDS)].filter(Boolean).join(' · ') ||
      t('shell.palette.leads.conversation'),
    link: { to: '/Message', search: { conversation: given.uuid } },
  });
  /** Null for what is not a thing of the account. */
  const recent = ({ key, kind, label: name }: Recent): Command | null => {
    const id = key.slice(kind.length + 1);
    if (kind === 'bot') return bot({ uuid: id as BotId, name });
    if (kind === 'knowledge') return knowledge({ uuid: id as KnowledgeId, name });
    if (kind === 'channel') return channel({ uuid: id as ChannelId, name, displayName: null });
    if (kind === 'customer')
      return customer({ uuid: id as CustomerId, name, friends: [], phones: [], emails: [] });
    if (kind !== 'conversation') return null;
    return conversation({
      uuid: id as ConversationId,
      title: name,
      friend: null,
      channel: null,
      lastMessage: null,
    });
  };
  return { bot, knowledge, channel, customer, conversation, recent };
}

const AT_MOST = 5;

/** What the palette finds of one kind. A query that nobody waits for any more is aborted. */
const search = <Page extends { items: unknown[] }>(
  kind: 'bot' | 'knowledge' | 'channel' | 'customer' | 'conversation',
  q: string,
  ask: (query: { q: string; pageSize: number }, signal: AbortSignal) => Promise<Page>,
) =>
  queryOptions({
    queryKey: ['palette', kind, q],
    queryFn: async ({ signal }): Promise<Page['items']> =>
      (await ask({ q, pageSize: AT_MOST }, signal)).items,
    enabled: q !== '',
    placeholderData: (previous) => previous,
  });

const findBots = (q: string) => search('bot', q, (query, signal) => call(listBots, { query, signal }));
const findKnowledge = (q: string) =>
  search('knowledge', q, (query, signal) => call(listKnowledge, { query, signal }));
const findChannels = (q: string) =>
  search('channel', q, (query, signal) => call(listChannels, { query, signal }));
const findCustomers = (q: string) =>
  search('customer', q, (query, signal) =>
    call(listCustomers, { query: { ...query, count: 'false' }, signal }),
  );
/** Found by the friend's name among others; conversations of the chat page have none and are left out. */
const findConversations = (q: string) =>
  search('conversation', q, (query, signal) =>
    call(listConversations, { query: { ...query, origin: 'channel' }, signal }),
  );
