import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { AccountId, ConversationId, MediaId } from '@hanasu/contract/ids';
import type { ContentProblem, MessageContent } from '@hanasu/contract/message-content';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ChannelAdapters } from '../../channels/public.ts';
import type { KeptMediaStore } from '../../conversations/public.ts';
import { type BuildPlace, type BuiltMessage, buildMessage } from './build-message.ts';
import { type BubbleSources, loadFacts } from './content-facts.ts';
import { referencesOf } from './content-parts.ts';
import { type MessageReader, messageNames, readerOf } from './message-values.ts';

interface ComposerDependencies {
  readonly keptMedia: KeptMediaStore;
  readonly adapters: ChannelAdapters;
  readonly sources: BubbleSources;
  readonly publicUrl: string;
}

/** Turns composed messages into what goes out, for every feature that sends them. */
export interface MessageComposer {
  /**
   * Makes what vendors take of the pictures of a message, before the transaction that stores or sends it; throws for a
   * picture of which nothing can be made.
   */
  prepare(accountId: AccountId, contents: readonly MessageContent[]): Promise<void>;
  /** Keeps uploads that the messages show from now on, in the transaction that stores these. */
  keep(transaction: AccountTransaction, contents: readonly MessageContent[]): Promise<void>;
  /** Builds what goes out to one reader; what has a problem is left out. */
  build(
    transaction: AccountTransaction,
    content: MessageContent,
    reader: MessageReader,
  ): Promise<BuiltMessage>;
  /** Keeps what phones will fetch, in the transaction that sends it. */
  markSent(transaction: AccountTransaction, content: MessageContent): Promise<void>;
  /** Finds what keeps each of them from being sent, on all channels. */
  findProblems(
    transaction: AccountTransaction,
    contents: readonly MessageContent[],
  ): Promise<readonly (readonly ContentProblem[])[]>;
  /**
   * Throws where a message that goes out by itself lacks something: what has a problem would be left out of it. Called
   * in the transaction that stores them, after their uploads are kept.
   */
  refuseUnfinished(transaction: AccountTransaction, placed: readonly PlacedContent[]): Promise<void>;
}

/** A message and where it stands in a request, as `body.content`. */
interface PlacedContent {
  readonly path: string;
  readonly content: MessageContent;
}

export function createMessageComposer({
  keptMedia,
  adapters,
  sources,
  publicUrl,
}: ComposerDependencies): MessageComposer {
  const adapterOf = (kind: string, sandbox = false): ChannelAdapter | null =>
    adapters.find(kind, { sandbox }) ?? adapters.find(kind, { sandbox: !sandbox });
  const all = adapters.kinds.flatMap((kind) => adapterOf(kind) ?? []);
  const limits = [...new Set(all.flatMap(({ manifest }) => manifest.limits.fileBytes.image ?? []))];
  const checkNative = all.find((adapter) => adapter.checkNative)?.checkNative;
  const placeOf = (
    { now }: AccountTransaction,
    { channelKind, isSandbox }: Pick<MessageReader, 'channelKind' | 'isSandbox'>,
  ): BuildPlace => ({
    publicUrl: isSandbox ? secureForm(publicUrl) : publicUrl,
    now: now(),
    keptMedia,
    fileBytes: adapterOf(channelKind, isSandbox)?.manifest.limits.fileBytes ?? {},
    checkNative,
  });
  const composer: MessageComposer = {
    async prepare(accountId, contents) {
      const ids: readonly MediaId[] = referencesOf(contents).mediaIds;
      const broken = await keptMedia.prepare(accountId, { ids, limits });
      if (broken.length > 0)
        throw new AppError('media_type_unsupported', 'A picture of the message cannot be read');
    },
    async keep(transaction, contents) {
      await keptMedia.keep(transaction, referencesOf(contents).mediaIds);
    },
    async build(transaction, content, reader) {
      const place = placeOf(transaction, reader);
      const { friendId, channelId, language } = reader;
      const facts = await loadFacts(
        transaction,
        { keptMedia, sources },
        {
          contents: [content],
          reader: friendId && { friendId, channelId },
          language,
          publicUrl: place.publicUrl,
        },
      );
      return buildMessage(content, { facts, reader, place });
    },
    async markSent(transaction, content) {
      const { mediaIds, richMessageIds } = referencesOf([content]);
      await keptMedia.markSent(transaction, mediaIds);
      if (richMessageIds.length > 0) await sources.markRichMessagesSent(transaction, richMessageIds);
    },
    async findProblems(transaction, contents) {
      if (contents.length === 0) return [];
      const { known } = await messageNames(transaction);
      const place = { publicUrl: secureForm(publicUrl), now: transaction.now(), keptMedia, checkNative };
      const facts = await loadFacts(
        transaction,
        { keptMedia, sources },
        {
          contents,
          reader: null,
          language: 'ja',
          publicUrl: place.publicUrl,
        },
      );
      const values = new Map([...known].map((name) => [name, 'x']));
      return contents.map((content) =>
        placesOf(content).flatMap((channelKind) => {
          const fileBytes = adapterOf(channelKind)?.manifest.limits.fileBytes ?? {};
          const reader = { channelKind, values, known };
          return buildMessage(content, { facts, reader, place: { ...place, fileBytes } }).problems;
        }),
      );
    },
    async refuseUnfinished(transaction, placed) {
      const found = await composer.findProblems(
        transaction,
        placed.map(({ content }) => content),
      );
      const errors = placed.flatMap(({ path }, index) => {
        const reasons = [...new Set(found[index]?.map(({ reason }) => reason))];
        const message = `It lacks something: ${reasons.join(', ')}`;
        return reasons.length > 0 ? [{ path, code: 'message_not_ready', message }] : [];
      });
      if (errors.length > 0) throw new AppError('message_not_ready', errors[0]?.message, { errors });
    },
  };
  return composer;
}

/** The bubbles for all channels, and each variant. */
const placesOf = ({ bubbles, variants }: MessageContent): readonly string[] => {
  const kinds = Object.entries(variants).flatMap(([kind, own]) => (own.length > 0 ? [kind] : []));
  return bubbles.length > 0 || kinds.length === 0 ? ['', ...kinds] : kinds;
};

/** The stand-in of a vendor plays that this server has an `https:` address. */
export const secureForm = (publicUrl: string): string => publicUrl.replace(/^http:/, 'https:');

/** Builds a composed message for the reader of a conversation, as it is sent now; null: nothing of it can be sent. */
export async function buildComposed(
  transaction: AccountTransaction,
  composer: MessageComposer | null,
  { content, conversationId }: { readonly content: MessageContent; readonly conversationId: ConversationId },
): Promise<BuiltMessage | null> {
  const reader = composer && (await readerOf(transaction, conversationId));
  if (!reader) return null;
  const built = await composer.build(transaction, content, reader);
  if (built.parts.length === 0) return null;
  await composer.markSent(transaction, content);
  return built;
}
