import { createHash } from 'node:crypto';
import type { AccountId, RichMenuId } from '@hanasu/contract/ids';

/** What a menu at LINE is of ours. Stands in its name, which nobody is shown. */
export interface MenuMark {
  readonly accountId: AccountId;
  readonly menuId: RichMenuId;
  readonly pageId: string;
  /** Of everything that the vendor was given, the picture too. */
  readonly hash: string;
}

const FIRST = 'hanasu';
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const MARK = new RegExp(`^${FIRST}/(${ID})/(${ID})/([a-z0-9]{1,12})/([0-9a-f]{24})$`);
const HASH_LENGTH = 24;

/** At most 120 of the 300 characters that the vendor takes. */
export const writeMark = ({ accountId, menuId, pageId, hash }: MenuMark): string =>
  [FIRST, accountId, menuId, pageId, hash].join('/');

/** Null: made by another tool, or for another account. Such a menu is never touched. */
export function readMark(name: string, accountId: AccountId): MenuMark | null {
  const [, account, menuId, pageId, hash] = MARK.exec(name) ?? [];
  if (account !== accountId || menuId === undefined || pageId === undefined || hash === undefined)
    return null;
  return { accountId, menuId: menuId as RichMenuId, pageId, hash };
}

/** The same content has the same hash, on every server. */
export const hashOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, HASH_LENGTH);
};

const ALIAS = /^hanasu-[0-9a-f]{24}$/;
/** The name under which a page is switched to, whichever version of it is shown; at most 32 of `[a-z0-9_-]`. */
export const aliasOf = (menuId: RichMenuId, pageId: string): string => `${FIRST}-${hashOf(menuId, pageId)}`;
export const isOurAlias = (alias: string): boolean => ALIAS.test(alias);
