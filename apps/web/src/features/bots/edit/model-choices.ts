import type { Locale } from '@hanasu/contract/accounts';
import type { ServiceView } from '@hanasu/contract/services';

const MODEL_GROUPS = ['gemini', 'openai', 'claude', 'cohere', 'compatible', 'builtin', 'other'] as const;
export type ModelGroup = (typeof MODEL_GROUPS)[number];

export interface ModelChoice {
  image: string;
  name: string;
  tag: string | null;
  value: string;
  tooltip: readonly string[];
  service: ServiceView;
}

/** `Name (tag)` → name and tag. */
export function splitName(name: string): { name: string; tag: string | null } {
  const match = /^(.*\S)\s*[(（]([^()（）]+)[)）]\s*$/.exec(name);
  return match?.[1] && match[2] ? { name: match[1], tag: match[2] } : { name, tag: null };
}

/** By what the key contains; models of an own server stay together whatever their names contain. */
function groupOf({ uuid, provider }: Pick<ServiceView, 'uuid' | 'provider'>): ModelGroup {
  if (provider === 'compatible') return 'compatible';
  if (uuid.includes('gemini')) return 'gemini';
  if (uuid.includes('gpt')) return 'openai';
  if (uuid.includes('claude')) return 'claude';
  return provider === 'builtin' || provider === 'cohere' ? provider : 'other';
}

/** Picture of a model without one of its own. */
export function defaultImage({ uuid, provider }: Pick<ServiceView, 'uuid' | 'provider'>): string {
  const known = ['gemini', 'claude', 'command', 'gpt-3.5'].find((part) => uuid.includes(part));
  if (known) return `/models/${known}.svg`;
  return provider === 'builtin' ? '/models/builtin.svg' : '/models/gpt-4.svg';
}

type NameOf = (service: ServiceView) => string;

function toChoice(service: ServiceView, locale: Locale, nameOf: NameOf): ModelChoice {
  return {
    ...splitName(nameOf(service)),
    image: service.avatar?.url ?? defaultImage(service),
    value: service.uuid,
    tooltip: service.tooltips[locale],
    service,
  };
}

/** The catalogue in its three lists, and the language models as they are chosen from, in a language. */
export function sortServices(services: readonly ServiceView[]) {
  const inGroup = (group: ServiceView['group']) => services.filter((service) => service.group === group);
  const models = inGroup('model');
  return {
    model: models,
    other: inGroup('other'),
    imageModel: inGroup('image-model'),
    choices: (locale: Locale, nameOf: NameOf = ({ name }) => name) =>
      models.map((service) => toChoice(service, locale, nameOf)),
  };
}

/** Language models by group, in the order the picker shows: what can be chosen comes first, empty groups not at all. */
export function groupChoices(services: readonly ServiceView[], locale: Locale, nameOf?: NameOf) {
  const choices = sortServices(services).choices(locale, nameOf);
  return MODEL_GROUPS.map((group) => ({
    group,
    choices: choices.filter(({ service }) => groupOf(service) === group),
  }))
    .filter((each) => each.choices.length > 0)
    .map((each) => ({ ...each, missing: missingOf(each.choices) }))
    .sort((one, other) => Number(canChoose(other)) - Number(canChoose(one)));
}

/** The setting that a whole group lacks; null when some of it can be chosen. */
function missingOf(choices: readonly ModelChoice[]): string | null {
  return choices.some(({ service }) => service.available) ? null : (choices[0]?.service.missing ?? null);
}

const canChoose = ({ choices }: { choices: readonly ModelChoice[] }): boolean =>
  choices.some(({ service }) => service.available);

/** What a new bot gets: the built-in model, which always works; else the first that is set up. */
export function defaultService(services: readonly ServiceView[]): ServiceView | undefined {
  const usable = services.filter(({ group, available }) => group === 'model' && available);
  return usable.find(({ provider }) => provider === 'builtin') ?? usable[0];
}
