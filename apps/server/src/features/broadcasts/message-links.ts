import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import { type BroadcastLink, type LinkTracking, type Utm, withUtm } from '@hanasu/contract/broadcast-links';
import type { BroadcastId, FriendId } from '@hanasu/contract/ids';
import { type Bubble, bubblesFor, type MessageContent } from '@hanasu/contract/message-content';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { OpenChannel } from '../channels/public.ts';
import type { FindClickers, KeptLink, TrackedLinks } from '../links/public.ts';
import { type MessageComposer, readerOfChannel } from '../message-templates/public.ts';

/** How the addresses in a message are changed. */
export interface LinkSettings {
  readonly linkTracking: LinkTracking;
  readonly utm: Utm | null;
}
/** The same, with the links that were stored when it started. */
export interface MessageLinks extends LinkSettings {
  readonly kept: readonly KeptLink[];
}

/** True: each gets addresses of their own. */
export const isPersonal = ({ linkTracking, kept }: MessageLinks): boolean =>
  linkTracking === 'person' && kept.length > 0;

const ownerOf = (id: BroadcastId) => ({ kind: 'broadcast' as const, id });

export const findLinks = async (
  transaction: AccountTransaction,
  trackedLinks: TrackedLinks,
  { id, linkTracking, utm }: LinkSettings & { readonly id: BroadcastId },
): Promise<MessageLinks> => ({
  linkTracking,
  utm,
  kept: linkTracking === 'off' ? [] : await trackedLinks.find(transaction, ownerOf(id)),
});

/** Stores its links in the transaction that starts it: its addresses stay the same, however often it goes on. */
export async function keepLinks(
  transaction: AccountTransaction,
  trackedLinks: TrackedLinks,
  {
    id,
    linkTracking,
    utm,
    found,
  }: LinkSettings & { readonly id: BroadcastId; readonly found: readonly FoundUrl[] },
): Promise<MessageLinks> {
  const targets = found.flatMap(({ url, part, isFixed }) =>
    isFixed ? [{ part, url: withUtm(url, utm) }] : [],
  );
  if (linkTracking !== 'off') await trackedLinks.keep(transaction, ownerOf(id), targets);
  return findLinks(transaction, trackedLinks, { id, linkTracking, utm });
}

export const endLinks = (transaction: AccountTransaction, trackedLinks: TrackedLinks, id: BroadcastId) =>
  trackedLinks.end(transaction, ownerOf(id));

/** An address in a message, at its place. */
interface FoundUrl {
  /** The bubble and where in it, as `a/1/0`: the first button of the second card. Of a second variant, `1:a/1/0`. */
  readonly part: string;
  readonly url: string;
  /** True: it is the same for every reader. */
  readonly isFixed: boolean;
  readonly isVendors: boolean;
}

/** Finds the addresses that a message has on these channels. */
export async function findUrls(
  transaction: AccountTransaction,
  composer: MessageComposer,
  {
    contents,
    channels,
  }: { readonly contents: readonly MessageContent[]; readonly channels: readonly OpenChannel[] },
): Promise<FoundUrl[]> {
  const all = new Map<string, FoundUrl>();
  for (const channel of channels) {
    const reader = await readerOfChannel(transaction, channel.id);
    for (const [variant, content] of (reader ? contents : []).entries()) {
      const built = reader && (await composer.build(transaction, content, reader));
      const bubbles = bubblesFor(content, channel.kind);
      for (const { bubbleId, part } of built?.parts ?? []) {
        const bubble = bubbles.find(({ id }) => id === bubbleId);
        mapUrls(bubble ? asWritten(bubble, part) : part, placeOf(bubbleId, variant), (url, place) => {
          const isFixed = !url.includes('{{');
          const one = { url, part: place, isFixed, isVendors: isVendors(channel, url) };
          if (!all.has(`${place} ${url}`)) all.set(`${place} ${url}`, one);
          return url;
        });
      }
    }
  }
  return numbered([...all.values()]).filter(({ url, isFixed }) => !isFixed || URL.canParse(url));
}

/** Each variant of an A/B test has links of its own. */
const placeOf = (bubbleId: string, variant: number): string =>
  variant === 0 ? bubbleId : `${variant}:${bubbleId}`;

/** Removes values that are filled in, and leaves the words as written. */
function asWritten(bubble: Bubble, part: OutgoingPart): OutgoingPart {
  if (bubble.kind === 'text') return { kind: 'text', text: bubble.text };
  if (bubble.kind === 'native' && part.kind === 'native')
    return { ...part, contents: JSON.parse(bubble.json) };
  return part;
}

/** Numbers several addresses of one text. */
function numbered(found: readonly FoundUrl[]): FoundUrl[] {
  const counts = new Map<string, number>();
  return found.map((one) => {
    const count = counts.get(one.part) ?? 0;
    counts.set(one.part, count + 1);
    return count === 0 ? one : { ...one, part: `${one.part}/${count}` };
  });
}

/** Addresses to show before it is sent: each once. */
export function showUrls(
  found: readonly FoundUrl[],
  {
    linkTracking,
    trackedLinks,
  }: { readonly linkTracking: LinkTracking; readonly trackedLinks: TrackedLinks },
): BroadcastLink[] {
  const reasonOf = ({ url, isFixed, isVendors: isTheirs }: FoundUrl): BroadcastLink['reason'] => {
    if (linkTracking === 'off') return 'off';
    if (isTheirs) return 'vendor';
    if (!isFixed) return 'varies';
    return trackedLinks.isCountable(url) ? null : 'not_secure';
  };
  const shown = found.map((one) => ({ url: one.url, reason: reasonOf(one) }));
  return [...new Map(shown.map((one) => [one.url, one])).values()].map(({ url, reason }) => ({
    ...{ url, isCounted: reason === null, reason },
  }));
}

export interface Addressing {
  readonly links: MessageLinks;
  readonly trackedLinks: TrackedLinks;
  /** Id of the recipient; null: one address for all. */
  readonly personId: string | null;
  readonly variant: number;
}

/** Puts our addresses into what goes out to one person, or to all. */
export function withLinks(
  parts: readonly { readonly bubbleId: string; readonly part: OutgoingPart }[],
  { links, trackedLinks, personId, variant, channel }: Addressing & { readonly channel: OpenChannel | null },
): OutgoingPart[] {
  const own = isPersonal(links) ? personId : null;
  const change = (url: string, place: string): string => {
    if ((channel && isVendors(channel, url)) || !URL.canParse(url)) return url;
    const target = withUtm(url, links.utm);
    const href = new URL(target).href;
    const link = links.kept.find(
      (one) => one.url === href && (one.part === place || one.part.startsWith(`${place}/`)),
    );
    return link ? trackedLinks.addressOf(link, own) : target;
  };
  return parts.map(({ bubbleId, part }) => mapUrls(part, placeOf(bubbleId, variant), change));
}

const isVendors = ({ adapter }: OpenChannel, url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (adapter.manifest.opensItself ?? []).some(
    (host) => hostname === host || hostname.endsWith(`.${host}`),
  );
};

type Change = (url: string, place: string) => string;

/** Puts other addresses in the place of those that people open; pictures and recordings keep theirs, and so do links to forms, which say who opens them. */
function mapUrls(part: OutgoingPart, at: string, change: Change): OutgoingPart {
  const changed = (url: string, place: string): string =>
    /^https?:\/\//i.test(url) ? change(url, place) : url;
  switch (part.kind) {
    case 'text':
      return { ...part, text: mapText(part.text, (url) => change(url, at)) };
    case 'cards':
      return {
        ...part,
        cards: part.cards.map((card, index) => ({
          ...card,
          buttons: card.buttons.map(({ label, action }, button) => ({
            label,
            action:
              action.kind === 'link'
                ? { ...action, url: changed(action.url, `${at}/${index}/${button}`) }
                : action,
          })),
        })),
        more: part.more && { ...part.more, url: changed(part.more.url, `${at}/more`) },
      };
    case 'rich-message':
      return {
        ...part,
        areas: part.areas.map((area, index) => ({
          ...area,
          action:
            area.action.kind === 'link'
              ? { ...area.action, url: changed(area.action.url, `${at}/${index}`) }
              : area.action,
        })),
        video: part.video && {
          ...part.video,
          link: part.video.link && { ...part.video.link, url: changed(part.video.link.url, `${at}/video`) },
        },
      };
    case 'native':
      return { ...part, contents: mapNative(part.contents, (url) => changed(url, at)) };
    default:
      return part;
  }
}

/** In vendors' JSON the address of a tap is an `uri`; those of pictures are not. */
const TAPPED = new Set(['uri', 'linkUri']);

function mapNative(value: unknown, change: (url: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => mapNative(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' ? (TAPPED.has(key) ? change(each) : each) : mapNative(each, change),
    ]),
  );
}

const URLS = /https?:\/\/[\w\-.~:/?#@!$&'()*+,;=%{}|[\]]+/giu;
const LETTER = /^[\p{L}\p{N}\p{M}]/u;

/** Addresses in words: without the marks of a sentence behind them. One with letters of other scripts stays as it is. */
function mapText(text: string, change: (url: string) => string): string {
  return text.replaceAll(URLS, (found: string, offset: number) => {
    const url = trimmed(found);
    const rest = found.slice(url.length);
    const next = text.slice(offset + found.length);
    // The end of the address is ambiguous: `/予約` may be a part of it.
    if (rest === '' && LETTER.test(next) && /[/=?&#_\-.]$/.test(url)) return found;
    const changed = change(url);
    return changed + (changed !== url && rest === '' && LETTER.test(next) ? ' ' : '') + rest;
  });
}

function trimmed(found: string): string {
  const url = found.replace(/[.,;:!?'"]+$/, '');
  const isOfWords = url.endsWith(')') && url.split(')').length > url.split('(').length;
  return isOfWords ? trimmed(url.slice(0, -1)) : url;
}

/** Finds the recipients behind addresses of one person, which hold the random id of their row. */
export const findClickers: FindClickers = async (transaction, clickers) => {
  const own = clickers.map((clicker) => ({ ...clicker, isOwn: clicker.ownerKind === 'broadcast' }));
  const rows = await transaction.rows<{ place: number; friendId: FriendId | null }>(
    `select n.place::int as place, r.friend_id as "friendId"
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[]) with ordinality
         as n(account_id, broadcast_id, id, is_own, place)
       join broadcast_recipients r on r.account_id = n.account_id and r.id = n.id and r.broadcast_id = n.broadcast_id
     where n.is_own`,
    [
      own.map(({ accountId }) => accountId),
      own.map(({ ownerId }) => ownerId),
      own.map(({ personId }) => personId),
      own.map(({ isOwn }) => isOwn),
    ],
  );
  const friends = new Map(rows.map(({ place, friendId }) => [place, friendId]));
  return clickers.map((_, index) => friends.get(index + 1) ?? null);
};
