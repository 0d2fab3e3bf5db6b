import { ACTION_KINDS } from '@hanasu/contract/actions';
import { CONDITION_KINDS } from '@hanasu/contract/segments';
import { expect, test } from 'vitest';
import type { AppContext } from './context.ts';
import { actionsOf, conditionsOf } from './start-workers.ts';

test('every kind of condition of the contract has exactly one feature that answers it', () => {
  const context = { adapters: { kinds: [] }, manifestOf: () => null } as unknown as AppContext;
  const owned = conditionsOf(context).map(({ kind }) => kind);
  expect(owned.toSorted()).toEqual(CONDITION_KINDS.toSorted());
});

test('every kind of action of the contract has exactly one feature that carries it out', () => {
  const context = { secretKeys: 'a secret of the server', config: {} } as unknown as AppContext;
  const owned = actionsOf(context).map(({ kind }) => kind);
  expect(owned.toSorted()).toEqual(ACTION_KINDS.toSorted());
});
