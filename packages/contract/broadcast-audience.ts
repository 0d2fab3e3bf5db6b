import { z } from 'zod';
import { BroadcastId, FriendId, SegmentId, TagId } from './ids.ts';
import { SEGMENT_PROBLEMS, SegmentDefinition } from './segments.ts';

export const BROADCAST_FRIENDS_MAX = 1_000;

/**
 * Reactions of a recipient after it had reached them. `tapped`: a button or quick reply of it that says something.
 * `replied`: wrote in that chat within 72 hours. `filled`: sent a form that it shows within 72 hours.
 */
export const BROADCAST_REACTIONS = ['clicked', 'tapped', 'replied', 'filled'] as const;
export type BroadcastReaction = (typeof BROADCAST_REACTIONS)[number];

const Tags = z.array(TagId).max(50);
/** Excludes people whom these broadcasts have reached. */
const Except = { exceptBroadcastUuids: z.array(BroadcastId).max(20).optional() };
export const BroadcastAudience = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('everybody'), ...Except }).strict(),
    z.object({ kind: z.literal('segment'), segmentUuid: SegmentId, ...Except }).strict(),
    z.object({ kind: z.literal('conditions'), definition: SegmentDefinition, ...Except }).strict(),
    /** People who have one of `any` (empty: no condition), and none of `none`. */
    z.object({ kind: z.literal('tags'), any: Tags, none: Tags, ...Except }).strict(),
    z
      .object({
        kind: z.literal('friends'),
        friendUuids: z.array(FriendId).min(1).max(BROADCAST_FRIENDS_MAX),
        ...Except,
      })
      .strict(),
    /** People whom that broadcast has reached, and who then did this, or did not. */
    z
      .object({
        kind: z.literal('reacted'),
        broadcastUuid: BroadcastId,
        reaction: z.enum(BROADCAST_REACTIONS),
        did: z.boolean(),
        ...Except,
      })
      .strict(),
  ])
  .meta({ id: 'BroadcastAudience' });
export type BroadcastAudience = z.output<typeof BroadcastAudience>;

/** Reasons why an audience is empty. */
export const AUDIENCE_PROBLEMS = [...SEGMENT_PROBLEMS, 'segment_missing', 'broadcast_missing'] as const;
export type AudienceProblem = (typeof AUDIENCE_PROBLEMS)[number];
