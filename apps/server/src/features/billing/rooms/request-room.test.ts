import type { AccountId, BotId } from '@hanasu/contract/ids';
import { expect, onTestFinished, test } from 'vitest';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { requestRoom } from './request-room.ts';

test('reports a connection that breaks during the request once, without an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const broken = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const transaction: SystemTransaction = {
    scope: 'system',
    rows: broken,
    one: broken,
    run: broken,
    last: (ask) => ask(),
    now: Date.now,
  };
  const accountId = newId<AccountId>();
  const request = {
    id: newId(),
    entrance: 'web',
    isAnonymous: false,
    accountId,
    holder: newId(),
    botId: newId<BotId>(),
    apiKeyId: null,
    limit: 100,
    least: 1,
    isStored: false,
  };
  await expect(requestRoom(transaction, [request])).rejects.toThrow('Connection terminated');
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
