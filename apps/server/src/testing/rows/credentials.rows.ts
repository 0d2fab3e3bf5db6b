import * as accounts from '@hanasu/contract/accounts';
import * as system from '@hanasu/contract/system';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, wrongBodies } from './row.ts';

const newPassword = 'giraffe umbrella';

async function someoneWithMail({ newPerson }: EndpointWorld) {
  const caller = await newPerson({ unconfirmed: true });
  return { caller, email: caller.user.email ?? '' };
}

async function resetCode(world: EndpointWorld): Promise<string> {
  const { email } = await someoneWithMail(world);
  await world.anonymous.call(accounts.forgotPassword, { body: { email } });
  return world.mailedCode(email, 'Reset-Password');
}

export const CREDENTIAL_ROWS: readonly EndpointRow[] = [
  row(system.listOutbox, ({ outboxCode }) => ({ query: { code: outboxCode } }), [
    { query: { code: 'x'.repeat(101) }, path: 'query.code' },
  ]),
  row(
    accounts.forgotPassword,
    (world) => ({ body: { email: `${world.newName()}@example.com` } }),
    wrongBodies({ email: { email: 'a@example.com\r\nBcc: b@example.com' } }),
  ),
  row(
    accounts.resetPassword,
    async (world) => ({
      body: { code: await resetCode(world), password: newPassword, passwordConfirmation: newPassword },
    }),
    wrongBodies({
      code: { code: '', password: newPassword, passwordConfirmation: newPassword },
      password: { code: 'x', password: 'short', passwordConfirmation: 'short' },
      passwordConfirmation: { code: 'x', password: newPassword, passwordConfirmation: 'another umbrella' },
    }),
  ),
  row(
    accounts.confirmEmail,
    async (world) => {
      const { email } = await someoneWithMail(world);
      return { body: { code: await world.mailedCode(email, 'Confirm-Email') } };
    },
    wrongBodies({ code: { code: 'x'.repeat(201) } }),
  ),
  row(accounts.administrator, nothing),
  row(accounts.sendConfirmation, async (world) => ({ caller: await world.newPerson({ unconfirmed: true }) })),
  row(
    accounts.updateAccount,
    () => ({ body: { displayName: 'Somebody', timeZone: 'Asia/Ho_Chi_Minh' } }),
    wrongBodies({
      username: { username: 'a b' },
      displayName: { displayName: ' ' },
      locale: { locale: 'fr' },
      timeZone: { timeZone: 'Moon/Sea' },
      email: { email: 'nowhere' },
      password: { password: 'short' },
      avatar: { avatar: 'me.png' },
    }),
  ),
];
