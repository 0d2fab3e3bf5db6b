import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

/** Paths of the specification, by line. `later`: a feature that is not built yet; that list may only shrink. */
const PATHS: readonly {
  readonly line: string;
  readonly now: readonly string[];
  readonly later?: readonly string[];
}[] = [
  {
    line: 'spec:94 account',
    now: [
      '/api/auth/local',
      '/api/auth/local/register',
      '/api/auth/forgot-password',
      '/api/auth/reset-password',
      '/api/user/update-account',
      '/api/user/delete-account',
    ],
  },
  {
    line: 'spec:95 bots',
    now: ['/api/user/bots', '/api/user/bot', '/api/public/bots', '/api/public/bot', '/api/chat'],
    later: ['/api/bot'],
  },
  {
    line: 'spec:96 knowledge',
    now: [
      '/api/user/knowledges',
      '/api/user/knowledge',
      '/api/user/knowledge/{uuidKnowledge}/document/{uuidDocument}',
      '/api/user/document/{uuid}/embeddings',
      '/api/user/document/{uuid}/embedding',
    ],
  },
  {
    line: 'spec:97 LINE',
    now: [
      '/api/user/line/line-channels',
      '/api/user/line/line-channel',
      '/api/user/line/rich-menus',
      '/api/user/line/rich-menu',
      '/api/user/line/rich-menu-line',
      '/api/user/line/rich-messages',
      '/api/user/line/rich-message',
    ],
  },
  {
    line: 'spec:98 billing and keys',
    now: ['/api/user/token/history', '/api/user/payment', '/api/user/api-keys', '/api/user/api-key'],
  },
  {
    line: 'spec:99 groups and channels',
    now: [
      '/api/user/botgroups',
      '/api/user/botgroup',
      '/api/channels',
      '/api/channel',
      '/api/channel/line/connect',
      '/api/channel/zalo/connect',
    ],
  },
  {
    line: 'spec:100 customers',
    now: [
      '/api/customers',
      '/api/customer',
      '/api/customers/reload',
      '/api/tag',
      '/api/tag-groups',
      '/api/tag-group',
    ],
  },
  {
    line: 'spec:101 other',
    now: ['/api/embed-setting', '/api/form', '/api/form-submitted', '/api/n8n/list-workflows-public'],
  },
];

const isEndpoint = (value: unknown): value is { path: string } =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

async function contractPaths(): Promise<Set<string>> {
  const folder = path.join(ROOT, 'packages/contract');
  const files = readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const modules = await Promise.all(
    files.map(async (file): Promise<object> => import(path.join(folder, file))),
  );
  return new Set(
    modules.flatMap((each) =>
      Object.values(each)
        .filter(isEndpoint)
        .map(({ path: at }) => at),
    ),
  );
}
/** Parameters are named as the code likes; their places count. */
const withoutNames = (at: string): string => at.replace(/\{\w+\}/g, '{}');
const known = new Set([...(await contractPaths())].map(withoutNames));
/** One thing is made at its path, and read and changed at `/{uuid}` below it. */
const isThere = (at: string): boolean => known.has(withoutNames(at)) || known.has(`${withoutNames(at)}/{}`);

test.each(PATHS)(
  '$line: the contract has what is built, and nothing is still called later',
  ({ now, later = [] }) => {
    expect(now.filter((at) => !isThere(at))).toEqual([]);
    expect(later.filter(isThere)).toEqual([]);
  },
);
