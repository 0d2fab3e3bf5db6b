import * as sessions from '@hanasu/contract/sessions';
import * as social from '@hanasu/contract/social';
import type { EndpointWorld } from '../endpoint-world.ts';
import { createSoftwareAuthenticator } from '../software-authenticator.ts';
import type { SignedIn } from '../test-server.ts';
import { LOCAL_URL, newBinding } from '../test-social.ts';
import { type EndpointRow, nothing, row, wrongBodies } from './row.ts';

const google = { provider: 'google' } as const;

async function linked({ newPerson, newSubject, visits }: EndpointWorld) {
  const caller = await newPerson();
  await visits.link(caller, 'google', newSubject());
  return { caller, params: google };
}

/** A passkey that has been made for a challenge, but not been added yet. */
async function madePasskey(caller: SignedIn) {
  const { challenge, options } = await caller.call(sessions.newPasskeyOptions, {
    body: { password: caller.password },
  });
  const authenticator = createSoftwareAuthenticator(LOCAL_URL);
  return { authenticator, body: { challenge, response: authenticator.create(options), name: 'Laptop' } };
}

async function addedPasskey(caller: SignedIn) {
  const { authenticator, body } = await madePasskey(caller);
  return { authenticator, passkey: await caller.call(sessions.createPasskey, { body }) };
}

async function assertion({ anonymous, newPerson }: EndpointWorld) {
  const { authenticator } = await addedPasskey(await newPerson());
  const { challenge, options } = await anonymous.call(sessions.passkeyOptions);
  return { challenge, response: authenticator.get(options) };
}

const WRONG_PROOF = { password: { password: 5 } };

export const SOCIAL_ROWS: readonly EndpointRow[] = [
  row(social.listProviders, nothing),
  row(
    social.startSocialSignIn,
    () => ({ params: google, body: { binding: newBinding(), returnTo: '/Bots' } }),
    wrongBodies({ binding: { binding: 'short' }, locale: { binding: newBinding(), locale: 'fr' } }),
  ),
  row(
    social.startSocialLink,
    ({ person }) => ({ params: google, body: { binding: newBinding(), password: person.password } }),
    wrongBodies({ binding: {}, password: { binding: newBinding(), password: 5 } }),
  ),
  row(
    social.socialCallback,
    async ({ visits, newSubject }) => ({ params: google, body: await visits.visit('google', newSubject()) }),
    wrongBodies({
      state: { binding: newBinding(), code: 'x' },
      binding: { state: 'x', code: 'x' },
      code: { binding: newBinding(), state: 'x', code: 'x'.repeat(4001) },
    }),
  ),
  row(social.listIdentities, nothing),
  row(social.unlinkIdentity, linked),

  row(sessions.passkeyOptions, nothing),
  row(
    sessions.passkeySignIn,
    async (world) => ({ body: await assertion(world) }),
    wrongBodies({ challenge: { challenge: '', response: {} }, response: { challenge: 'x', response: 'x' } }),
  ),
  row(sessions.listPasskeys, nothing),
  row(
    sessions.newPasskeyOptions,
    ({ person }) => ({ body: { password: person.password } }),
    wrongBodies(WRONG_PROOF),
  ),
  row(
    sessions.createPasskey,
    async ({ newPerson }) => {
      const caller = await newPerson();
      return { caller, body: (await madePasskey(caller)).body };
    },
    wrongBodies({
      name: { challenge: 'x', response: {}, name: ' ' },
      response: { challenge: 'x', response: null, name: 'Laptop' },
    }),
  ),
  row(sessions.deletePasskey, async ({ person }) => ({
    params: { uuid: (await addedPasskey(person)).passkey.uuid },
  })),
];
