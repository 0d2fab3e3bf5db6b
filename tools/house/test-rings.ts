/**
 * What `npm test` leaves to `npm run test:full`: files that kill, restart or start whole programs, that wait for limits of
 * the product, that ask every endpoint, that drive the clients of others, or that paint large pictures. docs/tests.md says why for each. Single tests
 * that wait so long have the tag `long`.
 */
export const FULL_ONLY = [
  'apps/server/src/chaos/**/!(*-short).test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/platform/database/embedded/start-embedded-postgres.test.ts',
  'apps/server/src/app/idle-server.test.ts',
  'apps/server/src/testing/database-away.test.ts',
  'apps/server/src/testing/endpoints.test.ts',
  'apps/server/src/features/system/secret-keys/changed-key.test.ts',
  'apps/server/src/features/knowledge/websites/reading/page-reader.test.ts',
  'apps/server/src/features/public-api/openai-clients.test.ts',
  'apps/server/src/features/public-api/mcp-clients.test.ts',
  'apps/server/src/features/answering/turns/room-for-turns.test.ts',
  'apps/server/src/features/billing/storage/full-disk.test.ts',
  'apps/server/src/features/rich-menus/menus/{menus-for-segments,remove-menus,switch-menu,counted-links,menu-files}.test.ts',
  'apps/server/src/features/rich-menus/pictures/{tap-places,render-picture}.test.ts',
  'packages/retrieval/extract/evil-files.test.ts',
  'packages/retrieval/extract/extract-in-child.test.ts',
  'tools/scaffold/scaffold.test.ts',
];

/** Everything, unless `npm test` says otherwise: a file that is named is run whichever ring it is in. */
export const isQuickRing = (): boolean => process.env.TEST_RING === 'quick';
