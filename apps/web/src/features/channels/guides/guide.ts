import type { Locale } from '@hanasu/contract/accounts';
import type { ConnectOutcome } from '@hanasu/contract/channels';
import type { BotId, GroupId } from '@hanasu/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';

/** How an account of one kind is connected, as data: `<kind>/guide.ts`. Its words are in `<kind>/<locale>.ts`. */
export interface Guide {
  /** Numbered in this order. */
  readonly steps: readonly GuideStep[];
  /** For kinds with an endpoint of their own; absent: the endpoint that takes every kind. */
  readonly connect?: (values: GuideValues) => Promise<ConnectOutcome>;
}

/** `name`: where the words of the step are. */
export type GuideStep =
  | { readonly kind: 'instructions'; readonly name: string; readonly items: readonly Instruction[] }
  /** As `instructions`, in any order. */
  | { readonly kind: 'reminders'; readonly name: string; readonly items: readonly Instruction[] }
  /** The address that the vendor sends the owner back to. */
  | { readonly kind: 'callback-address'; readonly name: string }
  | {
      readonly kind: 'fields';
      readonly name: string;
      readonly fields: readonly GuideField[];
      /** One of several ways, each with at most one more field. */
      readonly choice?: readonly { readonly name: string; readonly field?: GuideField }[];
    }
  /** The channel's name, and the bot or group that answers. */
  | { readonly kind: 'answerer' };

export interface Instruction {
  readonly name: string;
  /** `name` of the link's words. */
  readonly link?: { readonly href: string; readonly name: string };
  /** Names to find in the vendor's console. */
  readonly codes?: readonly string[];
  /** Of what has to be switched on. */
  readonly place?: ConsolePlace;
}

/** Where something stands in the vendor's console, for a sketch of it. */
export interface ConsolePlace {
  /** `name` of the tab's words. */
  readonly tab: string;
  readonly at: 'top' | 'middle' | 'bottom';
}

/** One of the manifest's `connectFields`. */
export interface GuideField {
  readonly name: string;
  /** Checked before anything is sent. */
  readonly rule: z.ZodType<string | undefined, string | undefined>;
  readonly placeholder?: string;
  readonly isNumeric?: true;
  /** Left empty, it is left out. */
  readonly isOptional?: true;
  readonly place?: ConsolePlace;
}

/** What the person typed and chose. */
export interface GuideValues {
  readonly name: string;
  readonly input: Record<string, string>;
  readonly botUuid?: BotId | undefined;
  readonly groupUuid?: GroupId | undefined;
}

/** Under the names that the guide gives. */
export interface GuideWords {
  readonly links: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, StepWords>>;
  readonly fields: Readonly<Record<string, FieldWords>>;
  /** The vendor's console as its owner sees it: the tabs in their order, and what stands there beside the fields. */
  readonly console?: {
    readonly title: string;
    readonly tabs: Readonly<Record<string, string>>;
    readonly switches: Readonly<Record<string, string>>;
  };
  readonly choice?: {
    readonly title: string;
    readonly options: Readonly<Record<string, { readonly label: string; readonly text: string }>>;
  };
  /** How to set up pages that open inside the vendor's app. */
  readonly inAppPages?: {
    readonly title: string;
    readonly text: string;
    readonly on: string;
    readonly steps: Readonly<Record<string, string>>;
    /** Of the address that is entered in the console. */
    readonly endpoint: string;
    readonly loginChannelId: FieldWords;
    readonly liffId: FieldWords;
    /** Whether both channels are of one provider, as people who opened a form show. */
    readonly provider: { readonly confirmed: string; readonly doubtful: string };
  };
  readonly whatHappens: string;
  readonly connect: string;
  /** The server's address takes the place of `{{publicUrl}}`. */
  readonly unreachable: { readonly title: string; readonly text: string };
}
export interface StepWords {
  readonly title: string;
  readonly text?: string;
  readonly items?: Readonly<Record<string, string>>;
  /** Of the callback address. */
  readonly label?: string;
  readonly note?: string;
}
interface FieldWords {
  readonly label: string;
  /** Where it stands in the vendor's console. */
  readonly where: string;
  /** What is wrong, when it does not have the right shape. */
  readonly shape: string;
  /** What to do, when the vendor refuses it. */
  readonly rejected?: string;
}

const GUIDES = import.meta.glob<Guide>('./*/guide.ts', { import: 'guide' });
const WORDS = import.meta.glob<GuideWords>('./*/{en,ja,vi}.ts', { import: 'words' });

/** The guide of a kind of channel; null where nothing has to be set up. */
export const guideQuery = (kind: string) =>
  queryOptions({
    queryKey: ['channel-guide', kind],
    queryFn: async () => (await GUIDES[`./${kind}/guide.ts`]?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

/** Its words in one language, which also stand beside the fields when credentials are replaced. */
export const guideWordsQuery = (kind: string, locale: Locale) =>
  queryOptions({
    queryKey: ['channel-guide', kind, locale],
    queryFn: async () => (await WORDS[`./${kind}/${locale}.ts`]?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
