import { createHash, randomInt } from 'node:crypto';

/** Without signs that are taken for each other. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const CODE = new RegExp(`^[${SIGNS}]{${LENGTH}}$`);

/** 31⁸: guessing five times an hour for 15 minutes gets nowhere. */
export const newLinkCode = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** As it was given out, however the phone spelled it (width, case, spaces); null: this is no code. */
export function readLinkCode(text: string): string | null {
  if (text.length > 40) return null;
  const code = text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  return CODE.test(code) ? code : null;
}

/** Bound to the account, so that no code is good elsewhere. */
export const hashOfCode = (accountId: string, code: string): Buffer =>
  createHash('sha256').update(`notify-link ${accountId} ${code}`).digest();
