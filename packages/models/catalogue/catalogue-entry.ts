import type { ModelKeyId } from '@hanasu/contract/ids';
import type { JSON_FORMS } from '@hanasu/contract/model-keys';
import type { ServiceView } from '@hanasu/contract/services';

/** `compatible`: OpenAI-compatible servers named in the settings, whose models come from there. */
export const PROVIDERS = ['builtin', 'openai', 'anthropic', 'google', 'cohere', 'compatible'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** How much a thinking model may think before it answers. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** A form of JSON that a request can ask an answer for. */
export type JsonForm = (typeof JSON_FORMS)[number];

/** The hand-written part of a row; tooltips are generated from it. */
export interface CatalogueRow {
  /** Stable key. Google's contain `gemini`, OpenAI's `gpt`, Anthropic's `claude`: the picker groups by it. */
  uuid: string;
  /** `Name (tag)`: the picker shows the tag as a badge. */
  name: string;
  group: ServiceView['group'];
  provider: ProviderName;
  /** Which of the OpenAI-compatible servers, by its name in the settings. */
  endpoint?: string;
  /** The provider's own id of the model. */
  model: string;
  /** Most input tokens of one call. */
  contextTokens: number;
  /** Most output tokens of one call. */
  outputTokens: number;
  /** Prepaid tokens for one input / output token of the model. */
  rates: { input: number; output: number };
  abilities: {
    tools: boolean;
    vision: boolean;
    /** Forms of JSON that the provider enforces; absent: none. */
    json?: readonly JsonForm[] | undefined;
    /** Those of them that go together with tools; absent: all. */
    jsonWithTools?: readonly JsonForm[];
  };
  /** Thinking counts against the output limit, so models that think by default are asked to keep it short. */
  reasoning?: ReasoningEffort;
  avatar?: { url: string };
}

/** A key of an account, beside those of the installation. */
export interface OwnKeyOfModel {
  readonly id: ModelKeyId;
  /** False: nobody has said what the model costs, so `rates` are nothing to count by. */
  readonly isPriced: boolean;
  /** The provider did not accept it lately. */
  readonly isRefused: boolean;
}

/** One model of the catalogue. */
export interface CatalogueEntry extends CatalogueRow {
  tooltips: ServiceView['tooltips'];
  /** Calls are made with a key of the account and cost money there, no tokens; absent: with the installation's. */
  ownKey?: OwnKeyOfModel;
}

/** A model whose calls are paid for with a key of the account. */
export type OwnEntry = CatalogueEntry & { readonly ownKey: OwnKeyOfModel };

export const isOwn = (entry: CatalogueEntry): entry is OwnEntry => entry.ownKey !== undefined;

/** The forms of JSON that a model answers in; `hasTools`: while it may call tools as well. */
export function jsonFormsOf(
  { abilities }: Pick<CatalogueRow, 'abilities'>,
  hasTools: boolean,
): readonly JsonForm[] {
  const { tools, json = [], jsonWithTools = json } = abilities;
  return tools && hasTools ? jsonWithTools : json;
}
