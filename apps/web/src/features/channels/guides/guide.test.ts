import { LOCALES } from '@hanasu/contract/accounts';
import { expect, it } from 'vitest';
import { CHANNEL_KINDS } from '../../../entities/channel/channel-kinds.ts';
import type { Guide, GuideWords } from './guide.ts';

const GUIDES = import.meta.glob<Guide>('./*/guide.ts', { import: 'guide', eager: true });
const WORDS = import.meta.glob<GuideWords>('./*/{en,ja,vi}.ts', { import: 'words', eager: true });

/** Every name that the guide gives, as `part.name`, which its words must have. */
const namesOf = ({ steps }: Guide): string[] =>
  steps.flatMap((step) => {
    if (step.kind === 'answerer') return [];
    const title = `steps.${step.name}.title`;
    if (step.kind === 'callback-address') return [title, `steps.${step.name}.label`];
    if (step.kind === 'fields') {
      const { fields, choice = [] } = step;
      const extra = choice.flatMap(({ field }) => field ?? []);
      return [
        title,
        ...[...fields, ...extra].map(({ name }) => `fields.${name}.label`),
        ...choice.map(({ name }) => `choice.options.${name}.label`),
      ];
    }
    return [
      title,
      ...step.items.map(({ name }) => `steps.${step.name}.items.${name}`),
      ...step.items.flatMap(({ link }) => (link ? [`links.${link.name}`] : [])),
    ];
  });

/** What a sketch of the console shows: its tabs, and what is marked on them beside the fields. */
const placesOf = ({ steps }: Guide): string[] =>
  steps.flatMap((step) => {
    const marked =
      step.kind === 'fields'
        ? [...step.fields, ...(step.choice ?? []).flatMap(({ field }) => field ?? [])]
        : 'items' in step
          ? step.items
          : [];
    return marked.flatMap(({ name, place }) => {
      if (!place) return [];
      const tab = `console.tabs.${place.tab}`;
      return step.kind === 'fields' ? [tab] : [tab, `console.switches.${name}`];
    });
  });

const textAt = (words: GuideWords | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((tree, key) => (tree as Record<string, unknown> | undefined)?.[key], words);

const connected = CHANNEL_KINDS.filter(({ manifest }) => manifest.connect !== 'built-in').map(
  ({ manifest }) => manifest,
);

it.each(connected)('the guide of $kind has words for each of its names in every language', (manifest) => {
  const guide = GUIDES[`./${manifest.kind}/guide.ts`];
  if (!guide) throw new Error(`guides/${manifest.kind}/guide.ts is missing`);
  const fields = manifest.connectFields.map(({ name }) => `fields.${name}.label`);
  const missing = LOCALES.flatMap((locale) =>
    [...namesOf(guide), ...placesOf(guide), ...fields]
      .filter((path) => typeof textAt(WORDS[`./${manifest.kind}/${locale}.ts`], path) !== 'string')
      .map((path) => `${locale}: ${path}`),
  );
  expect(missing).toEqual([]);
});
