import { expect, test } from 'vitest';
import { featureOf, productionFiles } from './report/measure-source.ts';
import { readSourceFiles } from './source-files.ts';

/** From the ground up: a feature imports only features of lower floors, types included. */
const FLOORS: readonly (readonly string[])[] = [
  ['accounts'],
  ['billing', 'api-keys', 'contacts', 'links'],
  ['conversations', 'knowledge'],
  ['bots', 'channels', 'webhooks'],
  ['message-templates'],
  ['automations'],
  ['answering', 'inbox'],
  ['notifications'],
  ['messaging', 'forms', 'payments', 'posts'],
  ['rich-menus', 'broadcasts'],
  ['web-chat', 'public-api', 'evaluation'],
  ['insights', 'privacy', 'system'],
];

/** What is not mended yet; the list may only shrink. */
const ALLOWED: readonly string[] = [];

const floorOf = (feature: string): number => FLOORS.findIndex((floor) => floor.includes(feature));

test('features import features of lower floors only', () => {
  const found = productionFiles(readSourceFiles()).flatMap(({ path, imports }) => {
    const from = featureOf(path);
    if (from === null) return [];
    return imports.flatMap(({ target }) => {
      const to = target === null ? null : featureOf(target);
      return to !== null && to !== from && floorOf(to) >= floorOf(from) ? [`${from} > ${to}`] : [];
    });
  });
  expect([...new Set(found)].sort()).toEqual(ALLOWED);
});

test('every feature stands on a floor', () => {
  const features = new Set(readSourceFiles().map(({ path }) => featureOf(path)));
  features.delete(null);
  expect([...features].sort()).toEqual(FLOORS.flat().sort());
});
