import { createBot, listBots } from '@hanasu/contract/bots';
import { sendOperatorMessage } from '@hanasu/contract/inbox';
import { system } from '@hanasu/contract/system';
import { transferOwnership } from '@hanasu/contract/team';
import { describe, expect, test } from 'vitest';
import { roleReaches } from './use-permission.ts';

const may = (role: Parameters<typeof roleReaches>[0]) =>
  [system, listBots, sendOperatorMessage, createBot, transferOwnership].map(({ access }) =>
    roleReaches(role, access),
  );

describe('what a role may do', () => {
  test.each([
    ['viewer', [true, true, false, false, false]],
    ['operator', [true, true, true, false, false]],
    ['admin', [true, true, true, true, false]],
    ['owner', [true, true, true, true, true]],
  ] as const)('%s: read, write to customers, build, hand over', (role, expected) => {
    expect(may(role)).toEqual(expected);
  });
});
