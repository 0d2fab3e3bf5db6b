import { randomBytes } from 'node:crypto';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { endLinks, findOwnLinks, type KeptLink, keepLinks, type LinkOwner } from './links.store.ts';

/** Twelve characters: too many codes to find one by trying. */
const CODE_BYTES = 9;
/** How long what was sent goes on leading somewhere after its owner has gone. */
const DAYS_AFTER = 90;
/** What vendors read in the very address that is tapped. */
const READ_BY_VENDORS = ['openExternalBrowser'];

interface Target {
  readonly part: string;
  readonly url: string;
}

/** Short addresses that are sent in the place of others. */
export interface TrackedLinks {
  /** What to send for each target, by part; the same each time. In the caller's transaction. */
  keep(
    transaction: AccountTransaction,
    owner: LinkOwner,
    targets: readonly Target[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Those in use, to make addresses of. */
  find(transaction: AccountTransaction, owner: LinkOwner): Promise<readonly KeptLink[]>;
  /**
   * What to send. `personId`: unique to one person, so who follows it is known. It is a random id of the owner's, which
   * can't be found by trying and says nothing of them; the owner finds the person (`FindClickers`).
   */
  addressOf(link: Pick<KeptLink, 'code' | 'url'>, personId: string | null): string;
  /** The owner is deleted: its addresses lead on for 90 days. */
  end(transaction: AccountTransaction, owner: LinkOwner): Promise<void>;
  /** Whether clicks on the way to this address can be counted: a link never leads from `https:` over `http:`. */
  isCountable(url: string): boolean;
}

export function createTrackedLinks(publicUrl: string): TrackedLinks {
  const isCountable = (url: string): boolean =>
    new URL(publicUrl).protocol === 'https:' || new URL(url).protocol === 'http:';
  return {
    isCountable,
    async keep(transaction, owner, targets) {
      const addresses = new Map(targets.map(({ part, url }) => [part, url]));
      // The form for a header: in ASCII, without what could end a line.
      const wanted = targets
        .filter(({ url }) => isCountable(url))
        .map(({ part, url }) => ({ id: newId(), code: newCode(), part, url: new URL(url).href }));
      if (wanted.length === 0) return addresses;
      const there = await findOwnLinks(transaction, owner);
      const missing = wanted.filter(
        ({ part, url }) => !there.some((link) => link.part === part && link.url === url),
      );
      const made = missing.length > 0 ? await keepLinks(transaction, owner, missing) : [];
      for (const { part, url } of wanted) {
        const link = [...there, ...made].find((one) => one.part === part && one.url === url);
        if (link) addresses.set(part, addressOf(publicUrl, link.code, url));
      }
      return addresses;
    },
    find: findOwnLinks,
    addressOf: ({ code, url }, personId) =>
      addressOf(publicUrl, personId === null ? code : code + writePerson(personId), url),
    async end(transaction, owner) {
      await endLinks(transaction, owner, DAYS_AFTER);
    },
  };
}

const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

const writePerson = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** Reads the person of a token; null: it is none that we have written. */
export function readPerson(token: string): string | null {
  const hex = /^[A-Za-z0-9_-]{22}$/.test(token) ? Buffer.from(token, 'base64url').toString('hex') : '';
  return hex === '' ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function addressOf(publicUrl: string, code: string, target: string): string {
  const address = new URL(`${publicUrl}/r/${code}`);
  for (const [name, value] of new URL(target).searchParams)
    if (READ_BY_VENDORS.includes(name)) address.searchParams.set(name, value);
  return address.href;
}
