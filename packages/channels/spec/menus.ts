import type { MenuRefusal } from '@hanasu/contract/menus-at-line';
import type { ChannelConnection } from './connection.ts';

/** What a tap on an area of a menu does, before it takes the vendor's form. */
export type MenuTap =
  /** Said in the chat as the person's own words. */
  | { readonly kind: 'message'; readonly text: string }
  /** `data` comes back in a postback; `shown` is said in the chat as the person's own words; null: nothing is. */
  | { readonly kind: 'postback'; readonly data: string; readonly shown: string | null }
  /** `http`, `https` or `tel`. */
  | { readonly kind: 'link'; readonly url: string }
  /** Shows another menu in place of this one; `data` comes back in a postback. */
  | { readonly kind: 'switch'; readonly alias: string; readonly data: string }
  /** What is picked comes back in a postback with `data`. */
  | {
      readonly kind: 'date';
      readonly mode: 'date' | 'time' | 'datetime';
      readonly data: string;
      /** Chosen at first, and the ends of what can be chosen: `2026-12-24`, `18:30` or `2026-12-24T18:30`. */
      readonly initial?: string;
      readonly min?: string;
      readonly max?: string;
    }
  | { readonly kind: 'copy'; readonly text: string };

/** One menu as the vendor is to show it. Lengths in pixels. */
export interface ChannelMenu {
  /** Shown to nobody: tells by whom the menu was made, and of what. */
  readonly name: string;
  readonly chatBarText: string;
  /** Open when the chat is opened. */
  readonly selected: boolean;
  readonly size: { readonly width: number; readonly height: number };
  readonly areas: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    /** Read aloud to people who don't see the picture. */
    readonly label: string;
    readonly tap: MenuTap;
  }[];
}

/** Why a call was not done. */
export type MenuFailure =
  /** Doing the same again is pointless. `property`: where in the menu, as the vendor names it. */
  | {
      readonly kind: 'refused';
      readonly reason: MenuRefusal;
      readonly detail: string;
      readonly property: string | null;
    }
  /** What the call is about is not there (any more). */
  | { readonly kind: 'missing'; readonly detail: string }
  /** Not before so many milliseconds; null: the vendor doesn't say. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number | null }
  /** The vendor refuses the access. */
  | { readonly kind: 'no-access'; readonly detail: string }
  /** Whether it was done is not known, or the vendor could not be asked; asking again is harmless. */
  | { readonly kind: 'unreachable'; readonly detail: string };
export type MenuOutcome = { readonly kind: 'done' } | MenuFailure;

/** Everything of menus that the vendor has of an account, also what other tools made. */
export interface FoundMenus {
  readonly menus: readonly { readonly id: string; readonly name: string }[];
  readonly aliases: readonly { readonly alias: string; readonly menuId: string }[];
  /** Shown to everybody without a menu of their own. `other`: made where its id can't be read. Null: none. */
  readonly defaultMenu: { readonly id: string } | 'other' | null;
}

/**
 * Menus under the chat, of channels that have them. Every call may be made again: what is done already is `done`. Only
 * `create` makes another menu each time.
 */
export interface ChannelMenus<Credentials = unknown> {
  find(
    connection: ChannelConnection<Credentials>,
  ): Promise<({ readonly kind: 'found' } & FoundMenus) | MenuFailure>;
  /** Asks the vendor whether it would take the menu. */
  validate(connection: ChannelConnection<Credentials>, menu: ChannelMenu): Promise<MenuOutcome>;
  create(
    connection: ChannelConnection<Credentials>,
    menu: ChannelMenu,
  ): Promise<{ readonly kind: 'made'; readonly id: string } | MenuFailure>;
  /** A menu gets one picture, once, and is shown to nobody before. */
  setPicture(
    connection: ChannelConnection<Credentials>,
    id: string,
    picture: { readonly bytes: Buffer; readonly contentType: string },
  ): Promise<MenuOutcome>;
  remove(connection: ChannelConnection<Credentials>, id: string): Promise<MenuOutcome>;
  setAlias(connection: ChannelConnection<Credentials>, alias: string, menuId: string): Promise<MenuOutcome>;
  removeAlias(connection: ChannelConnection<Credentials>, alias: string): Promise<MenuOutcome>;
  /** Null: none is shown to everybody. */
  setDefault(connection: ChannelConnection<Credentials>, id: string | null): Promise<MenuOutcome>;
  /**
   * Shows these people a menu, or with null no menu of their own. At most `linkedAtOnce` of the vendor's ids. It is done a
   * little later; people whom the vendor doesn't know are passed over.
   */
  link(
    connection: ChannelConnection<Credentials>,
    id: string | null,
    externalIds: readonly string[],
  ): Promise<MenuOutcome>;
  /** The menu of their own that the vendor shows this person; null: none. */
  findLink(
    connection: ChannelConnection<Credentials>,
    externalId: string,
  ): Promise<{ readonly kind: 'linked'; readonly id: string | null } | MenuFailure>;
  /** Takes every friend off these menus, whoever they are; at most `limits.menus`. It is done a little later. */
  unlinkAll(connection: ChannelConnection<Credentials>, ids: readonly string[]): Promise<MenuOutcome>;
  readonly limits: {
    readonly linkedAtOnce: number;
    /** Menus that may be made, and deleted, in an hour. */
    readonly madeInAnHour: number;
    readonly deletedInAnHour: number;
    readonly menus: number;
  };
}
