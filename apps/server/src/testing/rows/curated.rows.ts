import * as curated from '@hanasu/contract/curated';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, row, WRONG_PAGES, wrongBodies } from './row.ts';

const written = { questions: ['Is parking free?'], answer: 'Yes, for two hours.' };
const WRONG = wrongBodies({
  questions: { ...written, questions: [] },
  'questions.0': { ...written, questions: ['x'.repeat(301)] },
  answer: { ...written, answer: ' ' },
});

async function newCurated({ person, newBot }: EndpointWorld) {
  const params = { uuid: await newBot() };
  return (await person.call(curated.createCurated, { params, body: written })).uuid;
}

export const CURATED_ROWS: readonly EndpointRow[] = [
  row(curated.listCurated, (world) => ({ params: { uuid: world.bot.uuid } }), WRONG_PAGES),
  row(
    curated.createCurated,
    async (world) => ({ params: { uuid: await world.newBot() }, body: written }),
    WRONG,
  ),
  row(
    curated.tryCurated,
    (world) => ({ params: { uuid: world.bot.uuid }, body: { message: 'Is parking free?' } }),
    wrongBodies({ message: { message: ' ' } }),
  ),
  row(
    curated.updateCurated,
    async (world) => ({ params: { uuid: await newCurated(world) }, body: { enabled: false } }),
    wrongBodies({ enabled: { enabled: 'no' }, questions: { questions: [] } }),
  ),
  row(curated.deleteCurated, async (world) => ({ params: { uuid: await newCurated(world) } })),
];
