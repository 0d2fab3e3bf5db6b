import { z } from 'zod';
import { AbVariant } from './broadcast-ab.ts';
import { endpoint } from './endpoint.ts';
import { BroadcastId, ChannelId, uuidParams } from './ids.ts';

/** Sums of a vendor for one variant; it reports no single people. */
export const UnitSum = z.object({
  variant: AbVariant,
  /** Up to and with this day on the vendor's clock, `2026-11-27`. */
  day: z.string(),
  /** People who have seen it; null: too few for the vendor to say (LINE: under 20). */
  impressions: z.number().int().nullable(),
  /** People who have opened an address of it; null: too few. */
  clicks: z.number().int().nullable(),
});
export type UnitSum = z.infer<typeof UnitSum>;

export const BroadcastSums = z
  .object({
    /** Channels whose vendor counts. */
    items: z.array(
      z.object({
        channelUuid: ChannelId,
        /** False: it takes no more names this month, so it has counted nothing. */
        isCounted: z.boolean(),
        /** Empty: the vendor reports them from the second day on. */
        sums: z.array(UnitSum),
      }),
    ),
  })
  .meta({ id: 'BroadcastSums' });
export type BroadcastSums = z.infer<typeof BroadcastSums>;

export const listBroadcastSums = endpoint({
  method: 'GET',
  path: '/api/broadcast/{uuid}/sums',
  summary:
    'How many have seen it and opened its addresses, as sums of the vendor, read once a day for two weeks',
  tag: 'broadcasts',
  access: 'viewer',
  params: uuidParams(BroadcastId),
  status: 200,
  output: BroadcastSums,
});
