import type { Locale } from '@hanasu/contract/accounts';
import type { ServiceView } from '@hanasu/contract/services';

export const MODEL_GROUPS = ['gemini', 'openai', 'claude', 'builtin', 'other'] as const;
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
  const match = /^(.*\S)\s*\(([^()]+)\)\s*$/.exec(name);
  return match?.[1] && match[2] ? { name: match[1], tag: match[2] } : { name, tag: null };
}

export function groupOf({ uuid, provider }: Pick<ServiceView, 'uuid' | 'provider'>): ModelGroup {
  if (uuid.includes('gemini')) return 'gemini';
  if (uuid.includes('gpt')) return 'openai';
  if (uuid.includes('claude')) return 'claude';
  return provider === 'builtin' ? 'builtin' : 'other';
}

/** Picture of a model without one of its own. */
export function defaultImage({ uuid, provider }: Pick<ServiceView, 'uuid' | 'provider'>): string {
  const known = ['gemini', 'claude', 'command', 'gpt-3.5'].find((part) => uuid.includes(part));
  if (known) return `/models/${known}.svg`;
  return provider === 'builtin' ? '/models/builtin.svg' : '/models/gpt-4.svg';
}

export function toChoice(service: ServiceView, locale: Locale): ModelChoice {
  return {
    ...splitName(service.name),
    image: service.avatar?.url ?? defaultImage(service),
    value: service.uuid,
    tooltip: service.tooltips[locale],
    service,
  };
}

/** Language models by group, in the order the picker shows: what can be chosen comes first, empty groups not at all. */
export function groupChoices(services: readonly ServiceView[], locale: Locale) {
  const choices = services
    .filter(({ group }) => group === 'model')
    .map((service) => toChoice(service, locale));
  return MODEL_GROUPS.map((group) => ({
    group,
    choices: choices.filter(({ service }) => groupOf(service) === group),
  }))
    .filter((each) => each.choices.length > 0)
    .sort((one, other) => Number(canChoose(other)) - Number(canChoose(one)));
}

const canChoose = ({ choices }: { choices: readonly ModelChoice[] }): boolean =>
  choices.some(({ service }) => service.available);

/** What a new bot gets: the built-in model, which always works; else the first that is set up. */
export function defaultService(services: readonly ServiceView[]): ServiceView | undefined {
  const usable = services.filter(({ group, available }) => group === 'model' && available);
  return usable.find(({ provider }) => provider === 'builtin') ?? usable[0];
}
