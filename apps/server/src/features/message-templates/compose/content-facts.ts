import type { OutgoingPart, RichMessage } from '@hanasu/channels/spec/outgoing';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { ChannelId, FormId, FriendId, MediaId, RichMessageId } from '@hanasu/contract/ids';
import type { ContentProblem, MessageContent } from '@hanasu/contract/message-content';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { KeptMedia, KeptMediaStore } from '../../conversations/public.ts';
import { findAccountColor } from '../templates.store.ts';
import { allBubbles, type ContentReferences, referencesOf } from './content-parts.ts';

type LinkPart = Extract<OutgoingPart, { kind: 'link' }>;

type Outcome<Part> = { readonly part: Part } | { readonly reason: ContentProblem['reason'] };

/** Person for whom a form is sent: its link says so. */
interface FormReader {
  readonly friendId: FriendId;
  readonly channelId: ChannelId | null;
}

interface FormAddress {
  readonly reader: FormReader | null;
  readonly language: CustomerLanguage;
}

/** Bubbles of features on upper floors, which hand these in. What is absent from an answer does not exist. */
export interface BubbleSources {
  /** Reader null: the link says nothing of who opens it. */
  forms(
    transaction: AccountTransaction,
    ids: readonly FormId[],
    to: FormAddress,
  ): Promise<ReadonlyMap<FormId, Outcome<LinkPart>>>;
  richMessages(
    transaction: AccountTransaction,
    ids: readonly RichMessageId[],
    publicUrl: string,
  ): Promise<ReadonlyMap<RichMessageId, Outcome<RichMessage>>>;
  /** Keeps their pictures from now on. */
  markRichMessagesSent(transaction: AccountTransaction, ids: readonly RichMessageId[]): Promise<unknown>;
}

/** Everything that messages refer to, as it is now. */
export interface ContentFacts {
  readonly media: ReadonlyMap<MediaId, KeptMedia>;
  readonly richMessages: ReadonlyMap<RichMessageId, Outcome<RichMessage>>;
  readonly forms: ReadonlyMap<FormId, Outcome<LinkPart>>;
  readonly references: ContentReferences;
  /** The account's, for cards; null: none was chosen. */
  readonly color: string | null;
}

export async function loadFacts(
  transaction: AccountTransaction,
  { keptMedia, sources }: { readonly keptMedia: KeptMediaStore; readonly sources: BubbleSources },
  {
    contents,
    reader,
    language,
    publicUrl,
  }: {
    readonly contents: readonly MessageContent[];
    /** Where the reader's vendor reaches this server. */
    readonly publicUrl: string;
  } & FormAddress,
): Promise<ContentFacts> {
  const references = referencesOf(contents);
  const { mediaIds, richMessageIds, formIds } = references;
  const hasCards = contents.some((content) => allBubbles(content).some(({ kind }) => kind === 'cards'));
  const [rows, richMessages, forms, color] = await Promise.all([
    mediaIds.length > 0 ? keptMedia.find(transaction, mediaIds) : [],
    richMessageIds.length > 0 ? sources.richMessages(transaction, richMessageIds, publicUrl) : new Map(),
    formIds.length > 0 ? sources.forms(transaction, formIds, { reader, language }) : new Map(),
    hasCards ? findAccountColor(transaction) : null,
  ]);
  return { media: new Map(rows.map((row) => [row.id, row])), richMessages, forms, references, color };
}
