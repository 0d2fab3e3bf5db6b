import * as team from '@hanasu/contract/team';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, PIXEL, row, WRONG_PAGES, wrongBodies } from './row.ts';

const WRONG_CODES = wrongBodies({ code: { code: '' } });

export const TEAM_ROWS: readonly EndpointRow[] = [
  row(team.listAccounts, nothing),
  row(
    team.createAccount,
    () => ({ body: { name: 'Second shop' } }),
    wrongBodies({ name: { name: ' ' }, timeZone: { name: 'Shop', timeZone: 'Mars/Crater' } }),
  ),
  row(
    team.changeAccount,
    () => ({ body: { name: 'Shop by the sea', timeZone: 'Asia/Tokyo' } }),
    wrongBodies({ name: { name: 'x'.repeat(81) }, timeZone: { timeZone: 'Mars/Crater' } }),
  ),
  row(team.uploadLogo, () => ({ form: formOf('file', PIXEL) })),
  row(team.switchAccount, async (world) => ({ params: { uuid: await world.newAccount() } })),
  row(
    team.transferOwnership,
    async (world) => {
      const { heir, owner } = await world.newHandover();
      return { caller: owner, body: { userUuid: heir.user.uuid, password: owner.password } };
    },
    wrongBodies({
      userUuid: { userUuid: 'somebody' },
      password: { userUuid: crypto.randomUUID(), password: 5 },
    }),
  ),
  row(team.listMembers, nothing, WRONG_PAGES),
  row(
    team.changeMember,
    async (world) => ({ params: { uuid: await world.newMember() }, body: { role: 'operator' as const } }),
    wrongBodies({ role: { role: 'owner' } }),
  ),
  row(team.listBelongings, async (world) => ({ params: { uuid: await world.newMember() } })),
  row(team.removeMember, async (world) => ({ params: { uuid: await world.newMember() } }), [
    { path: 'query.apiKeys', query: { apiKeys: 'sell' } },
  ]),
  row(team.listInvitations, nothing),
  row(
    team.createInvitation,
    (world) => ({ body: { email: `${world.newName()}@example.com`, role: 'viewer' as const } }),
    wrongBodies({
      email: { email: 'nowhere', role: 'viewer' },
      role: { email: 'somebody@example.com', role: 'owner' },
    }),
  ),
  row(team.resendInvitation, async (world) => ({ params: { uuid: (await world.newInvitation()).uuid } })),
  row(team.deleteInvitation, async (world) => ({ params: { uuid: (await world.newInvitation()).uuid } })),
  row(
    team.readInvitation,
    async (world) => ({ body: { code: (await world.newInvitation()).code } }),
    WRONG_CODES,
  ),
  row(
    team.acceptInvitation,
    async (world) => ({ body: { code: (await world.newInvitationElsewhere()).code } }),
    WRONG_CODES,
  ),
  row(team.listAudit, nothing, [
    ...WRONG_PAGES,
    { query: { userUuid: 'somebody' }, path: 'query.userUuid' },
    { query: { from: 'monday' }, path: 'query.from' },
  ]),
];
