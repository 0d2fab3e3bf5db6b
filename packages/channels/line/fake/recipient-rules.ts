import { type Fields, type Kinds, kind, list, object, oneOf, type Rule, yesOrNo } from './rules.ts';

const id: Rule = { is: 'number', from: 1, whole: true };
const numbered = (prefix: string, values: readonly number[]): string[] =>
  values.map((value) => `${prefix}_${value}`);
const between = (values: readonly string[]): Fields => ({
  'gte?': oneOf(...values),
  'lt?': oneOf(...values),
});
const oneOfList = (matches: RegExp): Fields => ({ oneOf: list({ is: 'text', max: 20, matches }, 100) });

/** Operators stand in operators. */
const nested = (kinds: () => Kinds): Fields => ({
  'and?': list(kind(kinds), 100),
  'or?': list(kind(kinds), 100),
  'not?': kind(kinds),
});

const recipients = (): Kinds => ({
  audience: { audienceGroupId: id },
  redelivery: { requestId: { is: 'text', max: 100 } },
  operator: nested(recipients),
});
const demographics = (): Kinds => ({
  gender: oneOfList(/^(?:fe)?male$/),
  age: between(numbered('age', [15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70])),
  appType: oneOfList(/^(?:ios|android)$/),
  area: oneOfList(/^(?:jp_\d\d|(?:tw|th)_\w+)$/),
  subscriptionPeriod: between(numbered('day', [7, 30, 90, 180, 365])),
  operator: nested(demographics),
});

export const NARROWCAST: Fields = {
  'recipient?': kind(recipients),
  'filter?': object({ 'demographic?': kind(demographics) }),
  'limit?': object({
    'max?': { is: 'number', from: 1, whole: true },
    'upToRemainingQuota?': yesOrNo,
    'forbidPartialDelivery?': yesOrNo,
  }),
  'notificationDisabled?': yesOrNo,
};
