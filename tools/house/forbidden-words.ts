import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isTest, ROOT, type SourceFile } from './source-files.ts';

/** Something that may stand in a few places only. */
interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  readonly allowedIn: RegExp;
}

/**
 * The channels' names as product words: LINE in capitals, `line` as a value or a part of a path, LineChannel… as
 * a name. The English word "line" is none of these.
 */
const KINDS = readdirSync(path.join(ROOT, 'packages/channels'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['spec', 'web', 'node_modules'].includes(entry.name))
  .map(({ name }) => name);
const ANY_KIND = KINDS.join('|');
/** All but the one that is an English word as well. */
const NAMES = KINDS.filter((kind) => kind !== 'line').join('|');

const CHANNEL_PATTERNS = [
  /\bLINE(?:_|\b)/,
  /\/line\//,
  /Line(?:Channel|Credentials|Connect|Official|Adapter|Messaging|Input)|\bconnectLine\b/,
  new RegExp(NAMES, 'i'),
];
const CHANNEL_VALUE = /(?<![-\w])(['"`])line\1/;

const CHANNEL_PLACES = new RegExp(
  [
    `^packages/channels/(${ANY_KIND})/`,
    '^apps/server/src/app/(channels|config)\\.ts$',
    '^apps/web/src/entities/channel/(channel-kinds|line-stickers)\\.ts$',
    `^apps/web/src/features/channels/guides/(${ANY_KIND})/`,
    // What the product says of itself: the landing page and the host's texts.
    '^apps/web/src/features/home/words/(en|ja|vi)\\.ts$',
    '^apps/web/src/features/home/LandingPage\\.tsx$',
    '^apps/web/src/features/system/legal/words/(en|ja|vi)\\.ts$',
    // The paths that the published API names.
    '^packages/contract/(channels|api|line-channels|menu-pictures|menu-reports|menus-at-line|rich-menus|rich-messages)\\.ts$',
    // Menus and messages that only this vendor has.
    '^apps/(server|web)/src/features/rich-menus/',
    '^apps/web/src/shell/api/words/(en|ja|vi)\\.ts$',
    '^apps/web/vite\\.config\\.ts$',
    '^apps/server/src/features/channels/(routes|[a-z-]*-route)\\.ts$',
    '^(tools|docs)/',
  ].join('|'),
);

const CHANNEL_WORD = "a channel's name (ask its capabilities instead)";

const RULES: readonly Rule[] = [
  ...CHANNEL_PATTERNS.map((pattern) => ({ what: CHANNEL_WORD, pattern, allowedIn: CHANNEL_PLACES })),
  {
    what: CHANNEL_WORD,
    pattern: CHANNEL_VALUE,
    // Reading documents, a line is a line.
    allowedIn: new RegExp(`${CHANNEL_PLACES.source}|^packages/retrieval/`),
  },
  {
    what: 'process.env (settings are read once, in config.ts)',
    pattern: /\bprocess\s*\.\s*env\b|\benv\b[^\n]*from 'node:process'/,
    allowedIn:
      /^apps\/server\/src\/(app\/config|main|rotate-key)\.ts$|^apps\/web\/vite\.config\.ts$|^(tools|bench|e2e)\//,
  },
  {
    what: 'a bare fetch (calls go through a client)',
    pattern: /(?<![\w.$])fetch\(/,
    allowedIn:
      /^apps\/web\/src\/shell\/api\/api-client\.ts$|^packages\/(channels|models|payments)\/.*client[^/]*\.ts$|^apps\/server\/src\/platform\/social\/vendor-client\.ts$|^apps\/(widget|form)\/|^(tools|bench|e2e)\/|\/open-pdf\.ts$/,
  },
];

/** Holds for tests as well. */
const MODULE_MOCK = /\b(?:vi|jest)\.(?:mock|doMock|hoisted)\(/;

/** `path:line: what` for every forbidden thing, also in file names. Comments may say anything. */
export function findForbiddenWords(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...(isTest(file.path) ? [] : RULES.flatMap((rule) => breaksOf(file, rule))),
    ...linesOf(file, MODULE_MOCK).map((line) => `${file.path}:${line}: a mocked module (hand it in instead)`),
  ]);
}

function breaksOf(file: SourceFile, rule: Rule): string[] {
  if (rule.allowedIn.test(file.path)) return [];
  return linesOf(file, rule.pattern).map((line) => `${file.path}:${line}: ${rule.what}`);
}

function linesOf(file: SourceFile, pattern: RegExp): number[] {
  return file.code.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}

const CHANNEL_IN_NAME = new RegExp(`(^|[/.-])(${ANY_KIND})([/.-]|$)`, 'i');

/** Files and folders named after a channel outside the places that may know it. */
export const findMisplacedChannelFiles = (paths: readonly string[]): string[] =>
  paths.filter(
    (path) =>
      CHANNEL_IN_NAME.test(path) &&
      !isTest(path) &&
      !CHANNEL_PLACES.test(path) &&
      !path.startsWith('packages/retrieval/'),
  );
