import type { BotView } from '@hanasu/contract/bots';
import type { BotId, ConversationId, KnowledgeId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import type { KnowledgeView } from '@hanasu/contract/knowledge';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../i18n/use-words.ts';
import { findBots, findConversations, findKnowledge } from './palette.queries.ts';
import { type Command, findCommands } from './palette.ts';
import type { Recent } from './recent-commands.ts';

const DEBOUNCE_MS = 150;

export interface PaletteSearch {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
  /** The first fault, when one of the searches failed; what the others found is shown. */
  readonly error: unknown;
}

/** Bots, knowledge and conversations of the server. While it is asked, what it said before stays if it still fits. */
export function usePaletteSearch(query: string): PaletteSearch {
  const wanted = query.trim();
  const [asked] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const make = useEntityCommands();
  const bots = useQuery(findBots(asked));
  const bases = useQuery(findKnowledge(asked));
  const conversations = useQuery(findConversations(asked));
  if (wanted === '') return { commands: [], isSearching: false, error: null };

  const all = [bots, bases, conversations];
  const isStale = asked !== wanted || all.some(({ isPlaceholderData }) => isPlaceholderData);
  const commands = [
    ...(bots.data ?? []).map(make.bot),
    ...(bases.data ?? []).map(make.knowledge),
    ...(conversations.data ?? []).map(make.conversation),
  ];
  return {
    commands: isStale ? findCommands(commands, wanted) : commands,
    isSearching: isStale || all.some(({ isFetching }) => isFetching),
    error: all.find(({ error }) => error)?.error ?? null,
  };
}

/** Lines for things of the account, fresh or remembered. */
export function useEntityCommands() {
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
  const conversation = (given: Pick<ConversationView, 'uuid' | 'title' | 'friend' | 'channel'>): Command => ({
    key: `conversation:${given.uuid}`,
    kind: 'conversation',
    icon: 'message-circle',
    label: given.friend?.name || given.title || t('shell.palette.nameless'),
    hint: given.channel
      ? t('shell.palette.leads.conversationOn', { channel: given.channel.name })
      : t('shell.palette.leads.conversation'),
    link: { to: '/Message', search: { conversation: given.uuid } },
  });
  /** Null for what is not a thing of the account. */
  const recent = ({ key, kind, label: name }: Recent): Command | null => {
    const id = key.slice(kind.length + 1);
    if (kind === 'bot') return bot({ uuid: id as BotId, name });
    if (kind === 'knowledge') return knowledge({ uuid: id as KnowledgeId, name });
    if (kind !== 'conversation') return null;
    return conversation({ uuid: id as ConversationId, title: name, friend: null, channel: null });
  };
  return { bot, knowledge, conversation, recent };
}
