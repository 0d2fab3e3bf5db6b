import type { EndpointOutput } from '@hanasu/contract/endpoint';
import * as contract from '@hanasu/contract/model-keys';
import type { Implement } from '../../../platform/http/implement.ts';
import { readUsage, type UsageRow } from './model-keys.store.ts';
import {
  addModelKey,
  changeModelKeyOf,
  checkKeptKey,
  listModelKeys,
  type ModelKeyDependencies,
  removeModelKey,
} from './model-keys.ts';

export function addModelKeyRoutes(implement: Implement, dependencies: ModelKeyDependencies): void {
  implement(contract.listModelKeys, (_input, { session }) => listModelKeys(dependencies, session.accountId));
  implement(contract.createModelKey, ({ body }, { session }) => addModelKey(dependencies, session, body));
  implement(contract.changeModelKey, ({ params, body }, { session }) =>
    changeModelKeyOf(dependencies, { actor: session, id: params.uuid }, body),
  );
  implement(contract.checkModelKey, ({ params }, { session }) =>
    checkKeptKey(dependencies, session, params.uuid),
  );
  implement(contract.deleteModelKey, async ({ params, query }, { session }) => {
    await removeModelKey(dependencies, { actor: session, id: params.uuid }, query.inUse === 'true');
    return undefined;
  });
  implement(contract.modelKeyUsage, async ({ query }, { session: { accountId } }) => {
    const rows = await dependencies.database.account(accountId, (transaction) =>
      readUsage(transaction, query.days),
    );
    const models = await dependencies.access.of(accountId);
    return usageView(rows, (uuid) => models.find(uuid)?.name ?? uuid);
  });
}

const sum = (rows: readonly UsageRow[]) => ({
  calls: rows.reduce((total, { calls }) => total + calls, 0),
  input: rows.reduce((total, { input }) => total + input, 0),
  output: rows.reduce((total, { output }) => total + output, 0),
  micros: rows.reduce((total, { micros }) => total + micros, 0),
  unpriced: rows.reduce((total, { unpriced }) => total + unpriced, 0),
});

const dearest = (one: { micros: number; calls: number }, other: { micros: number; calls: number }): number =>
  other.micros - one.micros || other.calls - one.calls;

function usageView(
  rows: readonly UsageRow[],
  nameOf: (serviceUuid: string) => string,
): EndpointOutput<typeof contract.modelKeyUsage> {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const byBot = Map.groupBy(rows, ({ botId }) => botId);
  const byModel = Map.groupBy(rows, ({ serviceUuid }) => serviceUuid);
  return {
    total: sum(rows),
    byDay: [...byDay]
      .map(([day, some]) => ({ day, ...sum(some) }))
      .sort((one, other) => (one.day < other.day ? 1 : -1)),
    byBot: [...byBot]
      .map(([uuid, some]) => ({ bot: uuid && { uuid, name: some[0]?.botName ?? '' }, ...sum(some) }))
      .sort(dearest),
    byModel: [...byModel]
      .map(([serviceUuid, some]) => ({ serviceUuid, name: nameOf(serviceUuid), ...sum(some) }))
      .sort(dearest),
  };
}
