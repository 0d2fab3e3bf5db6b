import * as modelKeys from '@hanasu/contract/model-keys';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, wrongBodies } from './row.ts';

const KEY = 'sk-0123456789abcdef';
const aKey = async (world: EndpointWorld) => ({ params: { uuid: await world.modelKey() } });

export const MODEL_KEY_ROWS: readonly EndpointRow[] = [
  row(modelKeys.listModelKeys, nothing),
  row(modelKeys.modelKeyUsage, nothing, [{ query: { days: 91 }, path: 'query.days' }]),
  row(
    modelKeys.createModelKey,
    async (world) => {
      await world.dropModelKey();
      return { body: { provider: 'openai' as const, key: KEY } };
    },
    wrongBodies({
      provider: { provider: 'acme', key: KEY },
      key: { provider: 'openai', key: 'short' },
      monthlyLimit: { provider: 'openai', key: KEY, monthlyLimit: 0 },
    }),
  ),
  row(
    modelKeys.changeModelKey,
    async (world) => ({ ...(await aKey(world)), body: { monthlyLimit: 5_000_000 } }),
    wrongBodies({ monthlyLimit: { monthlyLimit: -1 } }),
  ),
  row(modelKeys.checkModelKey, aKey),
  row(modelKeys.deleteModelKey, aKey),
];
