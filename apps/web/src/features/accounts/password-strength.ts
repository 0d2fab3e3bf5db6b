import { PASSWORD_MIN } from '@hanasu/contract/accounts';

export const STRENGTH_LEVELS = ['weak', 'fair', 'good', 'strong'] as const;
export type StrengthLevel = (typeof STRENGTH_LEVELS)[number];

/** A hint, not a rule: length counts most, then how many different characters there are. */
export function passwordStrength(password: string): StrengthLevel {
  const distinct = new Set(password).size;
  if (password.length < PASSWORD_MIN || distinct < 5) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const points = password.length + kinds * 2 + (distinct > 10 ? 2 : 0);
  if (points >= 22) return 'strong';
  return points >= 16 ? 'good' : 'fair';
}
