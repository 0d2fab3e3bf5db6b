import type { BotConfig, LinkHostOrigin } from '@hanasu/contract/bots';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { AccountId, BotId, KnowledgeId } from '@hanasu/contract/ids';
import { hostsIn } from '@hanasu/models/guard/link-hosts';
import { LRUCache } from 'lru-cache';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { listEnabledCurated } from '../curated/curated.store.ts';
import type { BotRow } from './bots.store.ts';

/** Addresses of the web sites that knowledge bases read. */
export type FindSiteUrls = (
  transaction: AccountTransaction,
  knowledgeIds: readonly KnowledgeId[],
) => Promise<readonly string[]>;

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
  findSiteUrls: FindSiteUrls,
): Promise<NamedHost[]> {
  const { curated, sites } = await readHosts(transaction, bot, findSiteUrls);
  const all = [
    ...hostsOfSettings(bot).map((host): NamedHost => ({ host, origin: 'settings' })),
    ...curated.map((host): NamedHost => ({ host, origin: 'curated' })),
    ...sites.map((host): NamedHost => ({ host, origin: 'website' })),
  ];
  return all.filter(({ host }, index) => all.findIndex((one) => one.host === host) === index);
}

async function readHosts(transaction: AccountTransaction, bot: AskedBot, findSiteUrls: FindSiteUrls) {
  const answers = await listEnabledCurated(transaction, bot.id);
  const urls = bot.knowledgeIds.length > 0 ? await findSiteUrls(transaction, bot.knowledgeIds) : [];
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
  { database, findSiteUrls }: { readonly database: Database; readonly findSiteUrls: FindSiteUrls },
  now: () => number = () => performance.now(),
): FindLinkHosts {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  const read = (accountId: AccountId, bot: BotRow): Promise<readonly string[]> =>
    database.account(accountId, async (transaction) => {
      const { curated, sites } = await readHosts(transaction, bot, findSiteUrls);
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
