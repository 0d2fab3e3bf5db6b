import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BroadcastId, uuidParams } from './ids.ts';
import { MessageContent } from './message-content.ts';
import { Time } from './page.ts';

/** Number of variants, A included. */
export const AB_VARIANTS_MAX = 5;
/** Least number of accepted messages in each variant for a statement about them. */
export const AB_LEAST = 100;
/** From so high a chance to be the best on, a variant wins by the rule. */
export const AB_SURE = 0.95;
export const AB_HOURS_MAX = 72;

/** Metrics of a variant; each person counts once. Opens are no metric: LINE does not report who opened a message. */
export const AB_METRICS = ['clicked', 'tapped', 'replied', 'filled'] as const;
export type AbMetric = (typeof AB_METRICS)[number];

/** From 0, which is A. */
export const AbVariant = z
  .number()
  .int()
  .min(0)
  .max(AB_VARIANTS_MAX - 1);

/** Not the `variants` of a message, which are for kinds of channels: each variant here is a message of its own. */
export const AbTest = z
  .object({
    /** B, C, …; A is the `content` of the broadcast. */
    others: z
      .array(MessageContent)
      .min(1)
      .max(AB_VARIANTS_MAX - 1),
    /** Percent of the audience for each variant, A first; what is left of 100 waits, and gets the winner. */
    shares: z.array(z.number().int().min(1).max(99)).max(AB_VARIANTS_MAX),
    /** With `clicked` the addresses are counted for each person, whatever `linkTracking` was. */
    metric: z.enum(AB_METRICS),
    /** Who chooses the winner: a person, or the rule so many hours after the last of the test was sent. */
    decide: z.union([
      z.literal('by_person'),
      z.object({ afterHours: z.number().int().min(1).max(AB_HOURS_MAX) }).strict(),
    ]),
  })
  .strict()
  .refine(({ others, shares }) => shares.length === others.length + 1, 'a share for each variant')
  .refine(({ shares }) => shares.reduce((sum, one) => sum + one, 0) <= 100, 'more than 100 percent')
  .meta({ id: 'AbTest' });
export type AbTest = z.output<typeof AbTest>;

/** `no_difference`: the rule has found none that is surely better, so A goes on. */
export const AB_WINNER_BY = ['person', 'rule', 'no_difference'] as const;
export type AbWinnerBy = (typeof AB_WINNER_BY)[number];
export const AbWinner = z.object({ variant: AbVariant, by: z.enum(AB_WINNER_BY), at: Time });
export type AbWinner = z.infer<typeof AbWinner>;

const Count = z.number().int();
export const AbVariantCount = z.object({ variant: AbVariant.nullable(), count: Count });
export type AbVariantCount = z.infer<typeof AbVariantCount>;

export const AbReport = z
  .object({
    metric: z.enum(AB_METRICS),
    /** Includes people who got the winner afterwards; `tested` and what follows are of the test alone. */
    variants: z.array(
      z.object({
        variant: AbVariant,
        people: Count,
        accepted: Count,
        /** Accepted in the test, before a winner was chosen. */
        tested: Count,
        /** Of `tested`: people who did what is measured. */
        reacted: Count,
        /** That it is the best of all, between 0 and 1; null: fewer than `AB_LEAST` in one of them. */
        chance: z.number().nullable(),
      }),
    ),
    /** People who wait for the winner. */
    waiting: Count,
    winner: AbWinner.nullable(),
    decideAt: Time.nullable(),
  })
  .meta({ id: 'AbReport' });
export type AbReport = z.infer<typeof AbReport>;

const TAG = 'broadcasts';
const params = uuidParams(BroadcastId);

export const reportAbTest = endpoint({
  method: 'GET',
  path: '/api/broadcast/{uuid}/ab-test',
  summary: 'How the variants of its A/B test do; not found without one',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: AbReport,
});
export const chooseAbWinner = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/winner',
  summary: 'Chooses the variant that those who wait for the result of the A/B test get; they get it at once',
  tag: TAG,
  access: 'admin',
  params,
  body: z.object({ variant: AbVariant }).strict(),
  status: 200,
  output: AbReport,
  errors: ['broadcast_state'],
});
