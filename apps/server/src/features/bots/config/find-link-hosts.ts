import { type BotConfig, LinkHost, type LinkHostOrigin, type UnlistedHost } from '@hanasu/contract/bots';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { AccountId, BotId, KnowledgeId } from '@hanasu/contract/ids';
import { createLinkPolicy, hostsIn } from '@hanasu/models/guard/link-hosts';
import { LRUCache } from 'lru-cache';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { listEnabledCurated } from '../curated/curated.store.ts';
import type { BotRow } from './bots.store.ts';

type ReadOfBases<T> = (
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
) => Promise<readonly T[]>;

export interface KnowledgeAddresses {
  /** Addresses of the web sites that knowledge bases read. */
  readonly siteUrls: ReadOfBases<string>;
  /** Hosts of addresses in the documents of knowledge bases, in the order in which they are shown. */
  readonly linkedHosts: ReadOfBases<UnlistedHost>;
}

/** Hosts that links of a bot's answers may lead to. */
export type FindLinkHosts = (accountId: AccountId, bot: BotRow) => Promise<readonly string[]>;

interface NamedHost {
  readonly host: string;
  readonly origin: LinkHostOrigin;
}

type AskedBot = OwnTexts & { readonly id: BotId; readonly knowledgeIds: readonly KnowledgeId[] };

/** Hosts that links may lead to although they aren't on the bot's list: whatever a document says is not among them. */
export async function namedHosts(
  transaction: AccountTransaction,
  bot: AskedBot,
  addresses: Pick<KnowledgeAddresses, 'siteUrls'>,
): Promise<NamedHost[]> {
  const { curated, sites } = await readHosts(transaction, bot, addresses);
  const all = [
    ...hostsOfSettings(bot).map((host): NamedHost => ({ host, origin: 'settings' })),
    ...curated.map((host): NamedHost => ({ host, origin: 'curated' })),
    ...sites.map((host): NamedHost => ({ host, origin: 'website' })),
  ];
  return all.filter(({ host }, index) => all.findIndex((one) => one.host === host) === index);
}

const MOST_UNLISTED = 20;

/** Hosts that the bot's documents link to while its answers may not, for its owner to allow. */
export async function unlistedHosts(
  transaction: AccountTransaction,
  { bot, named }: { readonly bot: AskedBot; readonly named: readonly NamedHost[] },
  addresses: Pick<KnowledgeAddresses, 'linkedHosts'>,
): Promise<UnlistedHost[]> {
  if (bot.knowledgeIds.length === 0) return [];
  const allowed = createLinkPolicy([...bot.settings.linkHosts, ...named.map(({ host }) => host)]);
  const found = new Map<string, number>();
  for (const { host: written, documents } of await addresses.linkedHosts(transaction, bot.knowledgeIds)) {
    const [host] = hostsIn(`https://${written}`);
    if (!host || allowed.allowsHost(host) || !LinkHost.safeParse(host).success) continue;
    found.set(host, Math.max(documents, found.get(host) ?? 0));
  }
  return [...found].slice(0, MOST_UNLISTED).map(([host, documents]) => ({ host, documents }));
}

async function readHosts(
  transaction: AccountTransaction,
  bot: AskedBot,
  { siteUrls }: Pick<KnowledgeAddresses, 'siteUrls'>,
) {
  const answers = await listEnabledCurated(transaction, bot.id);
  const urls = bot.knowledgeIds.length > 0 ? await siteUrls(transaction, bot.knowledgeIds) : [];
  return {
    curated: hostsIn(answers.map(({ answer }) => answer).join('\n')),
    sites: urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).host.replace(/^www\./, '')] : [])),
  };
}

/** A site that is added to a knowledge base counts so much later at most. */
const FRESH_MS = 30_000;
const MOST_KEPT = 1_000;

interface Kept {
  readonly version: string;
  readonly until: number;
  readonly hosts: Promise<readonly string[]>;
}

/** Keeps what the database says for a moment; the bot's own texts are read with each answer. */
export function createFindLinkHosts(
  { database, addresses }: { readonly database: Database; readonly addresses: KnowledgeAddresses },
  now: () => number = () => performance.now(),
): FindLinkHosts {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  const read = (accountId: AccountId, bot: BotRow): Promise<readonly string[]> =>
    database.account(accountId, async (transaction) => {
      const { curated, sites } = await readHosts(transaction, bot, addresses);
      return [...curated, ...sites];
    });
  return async (accountId, bot) => {
    const key = `${accountId}/${bot.id}`;
    const version = `${bot.curatedAt} ${bot.knowledgeIds.join()}`;
    let found = kept.get(key);
    if (found?.version !== version || found.until < now()) {
      found = { version, until: now() + FRESH_MS, hosts: read(accountId, bot) };
      found.hosts.catch(() => kept.delete(key));
      kept.set(key, found);
    }
    return [...bot.settings.linkHosts, ...hostsOfSettings(bot), ...(await found.hosts)];
  };
}

type OwnTexts = Pick<BotConfig, 'instructions' | 'greeting' | 'noAnswerReply' | 'settings'>;

/** Hosts that the owner has named in the bot's own texts. */
function hostsOfSettings({ instructions, greeting, noAnswerReply, settings }: OwnTexts): string[] {
  const { variables, suggestedQuestions, businessHours } = settings;
  const texts = [
    instructions,
    greeting,
    noAnswerReply,
    ...variables.map(({ value }) => value),
    ...suggestedQuestions,
    businessHours?.closedReply ?? '',
    // An address may be put together from variables.
    fillVariables(instructions, variables),
  ];
  return hostsIn(texts.join('\n'));
}
