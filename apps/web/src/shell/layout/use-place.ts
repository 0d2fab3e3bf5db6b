import { type LinkProps, useMatches } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page of the menu that is marked, where the address stands below another one. */
    section?: LinkProps['to'];
    /** The page fills the window and scrolls in its own panes: menu of icons, nothing lies above it. */
    fillsWindow?: true;
    /** A page of the bot-edit layout with a bar of its own at the top: on a phone the bar lies at the bottom. */
    bottomBar?: true;
    /**
     * What the page asks the server first, as the API client writes it: asked while the scripts are on the way. The build
     * reads it here (`tools/first-paint.ts`); what then is asked otherwise would be asked twice.
     */
    firstCalls?: readonly string[];
    /** What is shown to whoever is signed in and to guests, where that differs: files below `src`, without their ending. */
    shown?: { readonly app: string; readonly guest: string };
  }
}

export interface Place {
  /** The page of the menu that is marked; undefined: as the address says. */
  readonly section: LinkProps['to'] | undefined;
  readonly fillsWindow: boolean;
  readonly bottomBar: boolean;
  /** On a phone something is open in the place of the page: it leads back by itself. */
  readonly isInside: boolean;
}

const INSIDE = ['conversation', 'panel'];

/** What the frame has to know of the page that is shown. */
export function usePlace(): Place {
  return useMatches({
    select: (matches): Place => {
      const leaf = matches.at(-1);
      const fillsWindow = leaf?.staticData.fillsWindow ?? false;
      const search: object = leaf?.search ?? {};
      return {
        section: leaf?.staticData.section,
        fillsWindow,
        bottomBar: leaf?.staticData.bottomBar ?? false,
        isInside:
          fillsWindow &&
          (Object.hasOwn(leaf?.params ?? {}, 'id') ||
            INSIDE.some((key) => Reflect.get(search, key) !== undefined)),
      };
    },
    structuralSharing: true,
  });
}
