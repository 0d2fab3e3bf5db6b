import * as accounts from '@hanasu/contract/accounts';
import * as sessions from '@hanasu/contract/sessions';
import type { EndpointWorld } from '../endpoint-world.ts';
import { askedForFactor, factorCode, startFactor, switchFactorOn } from '../test-factor.ts';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, PIXEL, row, wrongBodies } from './row.ts';

const WRONG_CODES = wrongBodies({ code: { code: '12345' } });

/** Somebody who has to show a code, and one. */
async function withCode({ newPerson }: EndpointWorld) {
  const caller = await newPerson();
  const { secret } = await switchFactorOn(caller);
  return { caller, body: { code: factorCode(secret, { steps: 1 }) } };
}

export const SESSION_ROWS: readonly EndpointRow[] = [
  row(sessions.renewSession, nothing),
  row(sessions.listSessions, nothing),
  row(sessions.revokeSession, async (world) => ({ params: { uuid: await world.newSession() } })),
  row(sessions.revokeOtherSessions, async (world) => ({ caller: await world.newPerson() })),

  row(accounts.uploadAvatar, () => ({ form: formOf('file', PIXEL) })),

  row(sessions.getSecondFactor, nothing),
  row(
    sessions.startSecondFactor,
    ({ person }) => ({ body: { password: person.password } }),
    wrongBodies({ password: { password: 5 } }),
  ),
  row(
    sessions.confirmSecondFactor,
    async ({ newPerson }) => {
      const caller = await newPerson();
      return { caller, body: { code: factorCode(await startFactor(caller)) } };
    },
    WRONG_CODES,
  ),
  row(sessions.renewRecoveryCodes, withCode, WRONG_CODES),
  row(sessions.disableSecondFactor, withCode, WRONG_CODES),
  row(
    sessions.secondFactor,
    async (world) => {
      const { caller, body } = await withCode(world);
      return { body: { ...body, challenge: await askedForFactor(world.anonymous, caller) } };
    },
    wrongBodies({ code: { challenge: 'x', code: '12345' }, challenge: { challenge: '', code: '123456' } }),
  ),
];
