import { ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import type { ChannelGreeting } from '@hanasu/contract/embed';
import type { ChannelId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import { orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { StoredSettings } from '../../channels/public.ts';
import { type MessageComposer, readerOfChannel } from '../../message-templates/public.ts';
import { findSettings, listSettings } from '../automations.store.ts';
import { isStaffed, staffedSpans } from '../hours.ts';

const SIZE = 2_000;
const known = new LRUCache<string, ChannelSettings>({ max: SIZE });

/**
 * The same text gives the same object, so that what is made of it (patterns) is made once. A part that can't be read
 * any more (of an older version) is as usual, and the others stay.
 */
export function readSettings(stored: StoredSettings): ChannelSettings {
  const key = `${stored.batchingDelay} ${stored.timeZone} ${stored.settings}`;
  let settings = known.get(key);
  if (!settings) {
    settings = merge(stored);
    known.set(key, settings);
  }
  return settings;
}

function merge({ settings, batchingDelay, timeZone }: StoredSettings): ChannelSettings {
  const usual: Record<string, unknown> = { ...DEFAULT_CHANNEL_SETTINGS, timeZone, batchingDelay };
  const given: unknown = JSON.parse(settings);
  if (!isRecord(given)) return ChannelSettings.parse(usual);
  const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = ChannelSettings.shape;
  for (const [name, part] of Object.entries(shape)) {
    if (name === 'batchingDelay' || given[name] === undefined) continue;
    const before = usual[name];
    const wanted = isRecord(given[name]) && isRecord(before) ? { ...before, ...given[name] } : given[name];
    if (part.safeParse(wanted).success) usual[name] = wanted;
  }
  return ChannelSettings.parse(usual);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds how the channel greets visitors before they have written; null: as the look of the chat or the bot does. */
async function findVisitorGreeting(
  transaction: AccountTransaction,
  composer: MessageComposer,
  channelId: ChannelId,
): Promise<ChannelGreeting | null> {
  const stored = await findSettings(transaction, channelId);
  if (!stored) return null;
  const { from, text, texts = {}, content } = readSettings(stored).greeting;
  if (from === 'bot') return null;
  const reader = from === 'own' && content ? await readerOfChannel(transaction, channelId) : null;
  const built = reader && content ? await composer.build(transaction, content, reader) : null;
  if (built && built.bubbles.length > 0)
    return {
      texts: inAll(() => built.text.split('\n', 1)[0] ?? ''),
      bubbles: [...built.bubbles],
      quickReplies: built.options.quickReplies.map((reply) => reply.text),
    };
  const said = (language: keyof ChannelGreeting['texts']) => texts[language]?.trim() || text.trim() || null;
  return { texts: inAll(from === 'none' ? () => '' : said), bubbles: [], quickReplies: [] };
}

const inAll = <Value>(of: (language: keyof ChannelGreeting['texts']) => Value) => ({
  en: of('en'),
  ja: of('ja'),
  vi: of('vi'),
});

/** How a channel behaves, for features above. */
export const channelSettings = {
  read: readSettings,
  /** When staff are there, and by which clock. */
  async findHours(transaction: AccountTransaction, id: ChannelId) {
    const settings = readSettings(orNotFound(await findSettings(transaction, id), 'channel'));
    return { timeZone: settings.timeZone, isStaffed: (at: Date): boolean => isStaffed(settings, at) };
  },
  /** The opening hours of every channel; null: it has none. `spansOf`: when staff are there, from spans that begin on these days. */
  async listHours(transaction: AccountTransaction) {
    return (await listSettings(transaction)).map(({ id, ...stored }) => {
      const settings = readSettings(stored);
      const spansOf = (days: readonly string[]) => staffedSpans(settings, days);
      return { channelId: id, hours: settings.hours, spansOf };
    });
  },
  findVisitorGreeting,
};
