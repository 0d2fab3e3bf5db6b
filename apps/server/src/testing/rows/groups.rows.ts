import * as groups from '@hanasu/contract/groups';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const newGroup = async ({ person, bot }: EndpointWorld) =>
  (
    await person.call(groups.createGroup, {
      body: { name: 'Entrance', members: [{ botUuid: bot.uuid, whenToUse: 'Everything' }] },
    })
  ).uuid;

const member = (rules: unknown[]) => ({
  name: 'Entrance',
  members: [{ botUuid: crypto.randomUUID(), rules }],
});

export const GROUP_ROWS: readonly EndpointRow[] = [
  row(groups.listGroups, nothing, WRONG_PAGES),
  row(
    groups.createGroup,
    (world) => ({ body: { name: 'Entrance', members: [{ botUuid: world.bot.uuid }] } }),
    wrongBodies({
      name: { name: ' ' },
      router: { name: 'Entrance', router: 'dice' },
      'members.0.botUuid': { name: 'Entrance', members: [{ botUuid: 'clerk' }] },
      'members.0.rules.0.words': member([{ kind: 'contains', words: [] }]),
      'members.0.rules.0.pattern': member([{ kind: 'matches', pattern: 'x'.repeat(201) }]),
      'members.0.rules.0.language': member([{ kind: 'language', language: 'fr' }]),
      'members.0.rules.0.segmentUuid': member([{ kind: 'segment', segmentUuid: 'vip' }]),
      'members.0.rules': member(Array.from({ length: 11 }, () => ({ kind: 'otherwise' }))),
    }),
  ),
  row(groups.getGroup, async (world) => ({ params: { uuid: await newGroup(world) } })),
  row(
    groups.updateGroup,
    async (world) => ({ params: { uuid: await newGroup(world) }, body: { router: 'rules' as const } }),
    wrongBodies({ description: { description: 'x'.repeat(501) } }),
  ),
  row(groups.deleteGroup, async (world) => ({ params: { uuid: await newGroup(world) } })),
  row(
    groups.testGroup,
    async (world) => ({ params: { uuid: await newGroup(world) }, body: { message: 'Is parking free?' } }),
    wrongBodies({
      message: { message: ' ' },
      'history.0.role': { message: 'Hello', history: [{ role: 'system', text: 'x' }] },
    }),
  ),
];
