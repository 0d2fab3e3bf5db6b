import type { ExportId } from '@hanasu/contract/ids';
import * as privacy from '@hanasu/contract/privacy';
import type { EndpointWorld } from '../endpoint-world.ts';
import { eventually } from '../test-server.ts';
import { type EndpointRow, nothing, row, wrongBodies } from './row.ts';

/** An account makes one export at a time: what another call has left under way is stopped. */
async function stopExports({ person }: EndpointWorld): Promise<void> {
  const { items } = await person.call(privacy.listExports);
  for (const { uuid, status } of items) {
    if (status === 'queued' || status === 'running') {
      await person.call(privacy.cancelExport, { params: { uuid } });
    }
  }
}

async function newExport(world: EndpointWorld): Promise<ExportId> {
  await stopExports(world);
  return (await world.person.call(privacy.createExport)).uuid;
}

async function readyExport(world: EndpointWorld): Promise<ExportId> {
  const find = async () => (await world.person.call(privacy.listExports)).items;
  const isReady = ({ status }: privacy.ExportView): boolean => status === 'ready';
  const ready = (await find()).find(isReady);
  if (ready) return ready.uuid;
  const uuid = await newExport(world);
  await eventually('the export is ready', async () =>
    (await find()).find((one) => one.uuid === uuid && isReady(one)),
  );
  return uuid;
}

export const PRIVACY_ROWS: readonly EndpointRow[] = [
  row(
    privacy.deleteAccount,
    async (world) => {
      const caller = await world.newPerson();
      return { caller, body: { name: caller.user.username, password: caller.password } };
    },
    wrongBodies({
      name: { name: 'x'.repeat(81) },
      password: { name: 'somebody', password: 'x'.repeat(201) },
    }),
  ),
  row(privacy.keepAccount, nothing),

  row(privacy.listExports, nothing),
  row(privacy.createExport, async (world) => {
    await stopExports(world);
    return {};
  }),
  row(privacy.cancelExport, async (world) => ({ params: { uuid: await newExport(world) } })),
  row(privacy.linkExport, async (world) => ({ params: { uuid: await readyExport(world) } })),
  row(privacy.downloadExport, async (world) => {
    const params = { uuid: await readyExport(world) };
    const { url } = await world.person.call(privacy.linkExport, { params });
    return { params: { code: url.slice(url.lastIndexOf('/') + 1) } };
  }),
  row(privacy.deleteExport, async (world) => ({ params: { uuid: await newExport(world) } })),
];
