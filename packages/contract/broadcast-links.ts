import { z } from 'zod';
import { shortWords } from './typed-words.ts';

/**
 * `counted`: all recipients are sent the same short address of ours. `person`: each gets their own, so that it is known
 * who followed it; then messages differ, which takes a call for each. `off`: addresses are sent as they are.
 */
export const LINK_TRACKING = ['off', 'counted', 'person'] as const;
export const LinkTracking = z.enum(LINK_TRACKING);
export type LinkTracking = z.output<typeof LinkTracking>;

const Word = shortWords(100);
/** Added to the addresses as `utm_source`, `utm_medium` and `utm_campaign`; what is empty, or stands there already, is not. */
export const Utm = z.object({ source: Word, medium: Word, campaign: Word }).strict();
export type Utm = z.output<typeof Utm>;

/** Reasons why clicks on an address are not counted. */
export const UNCOUNTED_REASONS = [
  'off',
  /** It differs for each reader: there is a variable in it. */
  'varies',
  /** This server has no `https:` address: it redirects no reader to one that has. */
  'not_secure',
  /** The vendor's app opens it in a way of its own. */
  'vendor',
] as const;

/** An address in a message, wherever it stands. */
export const BroadcastLink = z.object({
  url: z.string(),
  isCounted: z.boolean(),
  /** Null: it is counted. */
  reason: z.enum(UNCOUNTED_REASONS).nullable(),
});
export type BroadcastLink = z.infer<typeof BroadcastLink>;

/** Adds what is missing of `utm`. A text that is no address stays as it is. */
export function withUtm(url: string, utm: Utm | null): string {
  if (utm === null || !URL.canParse(url)) return url;
  const target = new URL(url);
  const missing = Object.entries(utm).filter(
    ([name, value]) => value !== '' && !target.searchParams.has(`utm_${name}`),
  );
  if (missing.length === 0) return url;
  // `searchParams` would re-encode the present query.
  const added = missing.map(([name, value]) => `utm_${name}=${encodeURIComponent(value)}`).join('&');
  target.search = target.search.length > 1 ? `${target.search}&${added}` : `?${added}`;
  return target.href;
}
