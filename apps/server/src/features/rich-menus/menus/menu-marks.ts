import { createHash } from 'node:crypto';
import type { AccountId, RichMenuId } from '@hanasu/contract/ids';

/** What a menu at LINE is of ours. Stands in its name, which nobody is shown. */
export interface MenuMark {
  readonly accountId: AccountId;
  readonly menuId: RichMenuId;
  readonly pageId: string;
  /** Of everything that the vendor was given, the picture too. */
  readonly hash: string;
  /** Of the installation that made it (`installationOf`); null: made by a version that did not say so. */
  readonly installation: string | null;
}

/** Whose menus are ours. */
export interface MenuOwner {
  readonly accountId: AccountId;
  readonly installation: string;
  /** Staff take over what another installation made for the account. */
  readonly takesOver?: boolean;
}

const FIRST = 'hanasu';
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const MARK = new RegExp(`^${FIRST}/(${ID})/(${ID})/([a-z0-9]{1,12})/([0-9a-f]{24})(?:/([0-9a-f]{8}))?$`);
const HASH_LENGTH = 24;
const INSTALLATION_LENGTH = 8;

/** At most 129 of the 300 characters that the vendor takes. */
export const writeMark = ({ accountId, menuId, pageId, hash, installation }: MenuMark): string =>
  [FIRST, accountId, menuId, pageId, hash, ...(installation === null ? [] : [installation])].join('/');

/** Null: made by another tool, for another account or by another installation. Such a menu is never touched. */
export function readMark(name: string, owner: MenuOwner): MenuMark | null {
  const mark = readAnyMark(name, owner.accountId);
  return mark && (owner.takesOver || !isElsewhere(mark, owner)) ? mark : null;
}

/** Another installation, such as one that was restored from a copy, made the menu for this account. */
export function isOfOtherInstallation(name: string, owner: MenuOwner): boolean {
  const mark = readAnyMark(name, owner.accountId);
  return mark !== null && isElsewhere(mark, owner);
}

export const isElsewhere = (
  { installation }: Pick<MenuMark, 'installation'>,
  owner: Pick<MenuOwner, 'installation'>,
): boolean => installation !== null && installation !== owner.installation;

function readAnyMark(name: string, accountId: AccountId): MenuMark | null {
  const [, account, menuId, pageId, hash, installation = null] = MARK.exec(name) ?? [];
  if (account !== accountId || menuId === undefined || pageId === undefined || hash === undefined)
    return null;
  return { accountId, menuId: menuId as RichMenuId, pageId, hash, installation };
}

/**
 * An installation is known by the host that the vendor's webhooks reach: a copy of a database has another one, while
 * everything inside of it, keys too, is the same.
 */
export const installationOf = (publicUrl: string): string =>
  hashOf(new URL(publicUrl).host.toLowerCase()).slice(0, INSTALLATION_LENGTH);

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
