import * as accounts from '@hanasu/contract/accounts';
import { AVATAR_MAX_BYTES, login, logout, me, register, uploadAvatar } from '@hanasu/contract/accounts';
import { confirmByLog as confirmByLogContract } from '@hanasu/contract/admin';
import * as sessions from '@hanasu/contract/sessions';
import * as social from '@hanasu/contract/social';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { readFileField } from '../../platform/http/read-file-field.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { confirmByLog, confirmEmail } from './email/confirm-email.ts';
import { sendConfirmation } from './email/send-confirmation.ts';
import { AVATAR_KEY, avatarFile } from './profile/avatar-files.ts';
import { setAvatar, updateAccount } from './profile/update-account.ts';
import { readMe } from './profile/user-view.ts';
import { registerAccount } from './registration/register-account.ts';
import { findFactorState } from './second-factor/factors.store.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  startSecondFactor,
} from './second-factor/second-factor.ts';
import { createIpLocations } from './sessions/ip-location.ts';
import { revokeOwnSession } from './sessions/sessions.store.ts';
import { listSessions, renewSession, revokeOtherSessions, revokeSession } from './sessions/sessions.ts';
import { completeSocial } from './sign-in/complete-social.ts';
import { listIdentities, startSocialLink, startSocialSignIn, unlinkIdentity } from './sign-in/identities.ts';
import { passkeyOptions } from './sign-in/passkey-ceremonies.ts';
import {
  createPasskey,
  deletePasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeySignIn,
} from './sign-in/passkeys.ts';
import { forgotPassword, resetPassword, signIn } from './sign-in/password-sign-in.ts';
import { visitorOf } from './visitor.ts';

export function addAccountRoutes(
  implement: Implement,
  dependencies: AccountsDependencies,
  app: FastifyInstance,
): void {
  implement(register, ({ body }, { request }) => registerAccount(dependencies, body, visitorOf(request)));
  implement(login, ({ body }, { request }) => signIn(dependencies, body, visitorOf(request)));
  addCredentialRoutes(implement, dependencies);
  addSessionRoutes(implement, dependencies);
  addSocialRoutes(implement, dependencies);
  addAvatarRoute(app, dependencies.files);
  implement(me, ({ query }, { session }) =>
    readMe(dependencies, session, { withAvatar: query.populate === 'avatar' }),
  );
}

/** Addresses, passwords and the profile. */
function addCredentialRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  implement(accounts.forgotPassword, ({ body }) => forgotPassword(dependencies, body.email));
  implement(accounts.resetPassword, ({ body }, { request }) =>
    resetPassword(dependencies, body, visitorOf(request)),
  );
  implement(accounts.confirmEmail, async ({ body }, { request }) => {
    const session = await actorOf(request, dependencies);
    return confirmEmail(dependencies, body, { visitor: visitorOf(request), session });
  });
  implement(accounts.administrator, async (_input, { session }) => ({
    isAdministrator: await dependencies.registration.isAdministrator(session.userId),
  }));
  implement(confirmByLogContract, async ({ body }, { session }) => {
    await confirmByLog(dependencies, session, body);
    return undefined;
  });
  implement(accounts.sendConfirmation, async (_input, { session }) => {
    await sendConfirmation(dependencies, session);
    return undefined;
  });
  implement(accounts.updateAccount, ({ body }, { session }) => updateAccount(dependencies, session, body));
}

/** Sessions, the second factor and the picture. */
function addSessionRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  const { database, ended } = dependencies;
  const places = createIpLocations();
  implement(logout, async (_input, { session: { userId, sessionId } }) => {
    await database.system((transaction) => revokeOwnSession(transaction, userId, sessionId));
    ended.session(sessionId);
    return undefined;
  });
  implement(sessions.renewSession, (_input, { session }) => renewSession(dependencies, session));
  implement(sessions.listSessions, (_input, { session }) => listSessions(dependencies, places, session));
  implement(sessions.revokeSession, async ({ params }, { session }) => {
    await revokeSession(dependencies, session, params.uuid);
    return undefined;
  });
  implement(sessions.revokeOtherSessions, async (_input, { session }) => ({
    revoked: await revokeOtherSessions(dependencies, session),
  }));
  implement(uploadAvatar, async (_input, { session, request }) => {
    const { bytes } = await readFileField(request, AVATAR_MAX_BYTES);
    await setAvatar(dependencies, session.userId, bytes);
    return readMe(dependencies, session, { withAvatar: true });
  });
  addFactorRoutes(implement, dependencies);
}

function addFactorRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  const { database } = dependencies;
  implement(sessions.secondFactor, ({ body }, { request }) =>
    secondFactor(dependencies, body, visitorOf(request)),
  );
  implement(sessions.getSecondFactor, async (_input, { session }) => {
    const state = await database.system((transaction) => findFactorState(transaction, session.userId));
    return state ?? { enabled: false, recoveryCodesLeft: 0 };
  });
  implement(sessions.startSecondFactor, ({ body }, { session }) =>
    startSecondFactor(dependencies, session, body.password),
  );
  implement(sessions.confirmSecondFactor, async ({ body }, { session }) => ({
    recoveryCodes: await confirmSecondFactor(dependencies, session, body.code),
  }));
  implement(sessions.renewRecoveryCodes, async ({ body }, { session }) => ({
    recoveryCodes: await renewRecoveryCodes(dependencies, session, body.code),
  }));
  implement(sessions.disableSecondFactor, async ({ body }, { session }) => {
    await disableSecondFactor(dependencies, session, body.code);
    return undefined;
  });
}

/** Sign-in by provider and by passkey. */
function addSocialRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  implement(social.listProviders, () => Promise.resolve({ items: [...dependencies.social.clients.keys()] }));
  implement(social.startSocialSignIn, ({ params, body }) =>
    startSocialSignIn(dependencies, params.provider, body),
  );
  implement(social.startSocialLink, ({ params, body }, { session }) =>
    startSocialLink(dependencies, { session, provider: params.provider, proof: body }),
  );
  implement(social.socialCallback, async ({ params, body }, { request }) => {
    const actor = await actorOf(request, dependencies);
    return completeSocial(dependencies, {
      provider: params.provider,
      returned: body,
      caller: { visitor: visitorOf(request), actor },
    });
  });
  implement(social.listIdentities, (_input, { session }) => listIdentities(dependencies, session.userId));
  implement(social.unlinkIdentity, async ({ params }, { session }) => {
    await unlinkIdentity(dependencies, session, params.provider);
    return undefined;
  });
  addPasskeyRoutes(implement, dependencies);
}

function addPasskeyRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  implement(sessions.passkeyOptions, () => passkeyOptions(dependencies));
  implement(sessions.passkeySignIn, ({ body }, { request }) =>
    passkeySignIn(dependencies, body, visitorOf(request)),
  );
  implement(sessions.listPasskeys, (_input, { session }) => listPasskeys(dependencies, session.userId));
  implement(sessions.newPasskeyOptions, ({ body }, { session }) =>
    newPasskeyOptions(dependencies, session, body.password),
  );
  implement(sessions.createPasskey, ({ body }, { session }) => createPasskey(dependencies, session, body));
  implement(sessions.deletePasskey, async ({ params }, { session }) => {
    await deletePasskey(dependencies, session, params.uuid);
    return undefined;
  });
}

const Params = z.object({ key: z.string().regex(AVATAR_KEY) });
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * People's pictures, for everybody who knows the address, because `<img>` sends no token. The address changes with the
 * picture. Whatever a file might hold, it is shown as a picture and runs nothing.
 */
function addAvatarRoute(app: FastifyInstance, files: FileStore): void {
  app.get('/api/avatar/:key', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const picture = data && (await files.getStream(avatarFile(data.key)));
    if (!picture) throw new AppError('not_found', 'Picture not found');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        // The web app may be on another host than the API.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture);
  });
}

/** Pages that mails and providers lead to are open to everybody; somebody may be signed in on them. */
async function actorOf(
  request: FastifyRequest,
  { authenticate }: AccountsDependencies,
): Promise<Actor | null> {
  const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim();
  const session = token ? await authenticate(token) : null;
  return session ? { ...session, address: request.ip } : null;
}
