import { BotConfig, type BotPatch, type BotView, LinkHost } from '@hanasu/contract/bots';
import { isSame } from './is-same.ts';

export type BotValues = BotConfig;

export const valuesOf = (bot: BotView): BotValues => BotConfig.strip().parse(bot);

/** What was pasted may be a whole address. */
export const hostOf = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^www\./, '');

/** As the server keeps it: rows that were only begun are not there yet. */
export function tidied(values: BotValues): BotValues {
  const { settings } = values;
  const texts = (list: readonly string[]) => list.map((text) => text.trim()).filter(Boolean);
  return {
    ...values,
    name: values.name.trim(),
    settings: {
      ...settings,
      suggestedQuestions: texts(settings.suggestedQuestions),
      handoverWords: texts(settings.handoverWords),
      linkHosts: [...new Set(settings.linkHosts.map(hostOf))].filter(
        (host) => LinkHost.safeParse(host).success,
      ),
      variables: settings.variables.filter(({ name, value }) => name || value),
    },
  };
}

/** Only what differs is sent, so that two people editing different parts don't undo each other. */
export function changesOf(before: BotValues, after: BotValues): BotPatch {
  const { settings, ...fields } = after;
  const { settings: settingsBefore, ...fieldsBefore } = before;
  const changed = differing(fieldsBefore, fields);
  const changedSettings = differing(settingsBefore, settings);
  return {
    ...(changed as BotPatch),
    ...(Object.keys(changedSettings).length > 0 ? { settings: changedSettings } : {}),
  };
}

const differing = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isSame(value, before[key as keyof T])),
  ) as Partial<T>;

/** `name`, `settings.tone`: the parts that are saved by themselves. */
export const pathsOf = ({ settings, ...fields }: BotPatch): string[] => [
  ...Object.keys(fields),
  ...Object.keys(settings ?? {}).map((key) => `settings.${key}`),
];

/** Leaves out the parts at `paths`. */
export function without(patch: BotPatch, paths: ReadonlySet<string>): BotPatch {
  const { settings, ...fields } = patch;
  const keep = (value: object, prefix: string) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !paths.has(prefix + key)));
  const kept = settings ? keep(settings, 'settings.') : {};
  return { ...keep(fields, ''), ...(Object.keys(kept).length > 0 ? { settings: kept } : {}) };
}

export const withPatch = (values: BotValues, { settings, ...fields }: BotPatch): BotValues => ({
  ...values,
  ...fields,
  settings: { ...values.settings, ...settings },
});
