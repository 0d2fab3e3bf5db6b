import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Spec §2: which line, which path, which layout. */
const TABLE = [
  ['spec:22', '/api/auth/facebook/callback', 'login'],
  ['spec:22', '/api/auth/google/callback', 'login'],
  ['spec:23', '/Login', 'login'],
  ['spec:23', '/Register', 'login'],
  ['spec:23', '/Forgot-Password', 'login'],
  ['spec:23', '/Reset-Password', 'login'],
  ['spec:24', '/', 'default'],
  ['spec:25', '/Bot', 'default'],
  ['spec:26', '/ExploreBot', 'default'],
  ['spec:27', '/Bot/{id}', 'bot-edit'],
  ['spec:28', '/Bot/{id}/Chat', 'bot-edit'],
  ['spec:28', '/Bot/{id}/chat_embed', 'bot-edit'],
  ['spec:29', '/Bot-Group', 'default'],
  ['spec:30', '/Bot-Group/{id}', 'bot-edit'],
  ['spec:31', '/Channel', 'default'],
  ['spec:32', '/Channel/conversation/{id}', 'default'],
  ['spec:32', '/Channel/custom_chat', 'default'],
  ['spec:32', '/Channel/custom_form', 'default'],
  ['spec:32', '/Channel/customer', 'default'],
  ['spec:32', '/Channel/embed', 'default'],
  ['spec:32', '/Channel/Instance/{id}', 'default'],
  ['spec:32', '/Channel/message', 'default'],
  ['spec:32', '/Channel/notify', 'default'],
  ['spec:32', '/Channel/rich-menu', 'default'],
  ['spec:32', '/Channel/rich-message', 'default'],
  ['spec:32', '/Channel/setting', 'default'],
  ['spec:32', '/Channel/tag', 'default'],
  ['spec:33', '/Customer', 'default'],
  ['spec:33', '/Friend', 'default'],
  ['spec:33', '/Message', 'default'],
  ['spec:34', '/Knowledge', 'default'],
  ['spec:35', '/Knowledge/Add', 'default'],
  ['spec:36', '/Knowledge/{id}/documents', 'default'],
  ['spec:37', '/Knowledge/{id}/documents/Create', 'default'],
  ['spec:38', '/Knowledge/{id}/documents/{id}', 'default'],
  ['spec:39', '/Document', 'default'],
  ['spec:40', '/Post-Manage', 'default'],
  ['spec:40', '/Post-Manage/edit/{id}', 'default'],
  ['spec:41', '/Image-Generate', 'default'],
  ['spec:41', '/Video', 'default'],
  ['spec:41', '/Voice', 'default'],
  ['spec:42', '/Token', 'default'],
  ['spec:43', '/payment', 'default'],
  ['spec:43', '/payment/3d-secure', 'default'],
  ['spec:43', '/payment/success', 'default'],
  ['spec:43', '/payment/failed', 'default'],
] as const;

const FOLDER = path.join(import.meta.dirname, 'routes');

/** Path, with `{id}` for every parameter, → layout, as the route files say. */
const routes = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(FOLDER, file), 'utf8');
      const [, layout, rest] = /createFileRoute\('\/_([a-z-]+)(\/[^']*)'\)/.exec(text) ?? [];
      if (!layout || !rest) return [];
      return [[rest.replace(/\$\w+/g, '{id}').replace(/(?<=.)\/$/, ''), layout] as const];
    }),
);

it.each(TABLE)('%s %s has the layout %s', (_, route, layout) => {
  expect(routes.get(route)).toBe(layout);
});

it('spec:18 there are three layouts, and no page name differs from another in its case only', () => {
  expect([...new Set(routes.values())].sort()).toEqual(['bot-edit', 'default', 'login']);
  const folded = [...routes.keys()].map((route) => route.toLowerCase());
  expect(new Set(folded).size).toBe(folded.length);
});

it('no route file brings zod along: every route is known on every page', () => {
  const importers = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && readFileSync(path.join(FOLDER, file), 'utf8').includes("from 'zod'"),
  );
  expect(importers).toEqual([]);
});
