import { AVATAR_MAX_BYTES, logout, uploadAvatar } from '@hanasu/contract/accounts';
import * as sessions from '@hanasu/contract/sessions';
import type { Implement } from '../../platform/http/implement.ts';
import { readFileField } from '../../platform/http/read-file-field.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { findFactorState } from './factors.store.ts';
import { createPlaces } from './places.ts';
import { revokeOwnSession } from './sessions.store.ts';
import { readMe } from './use-cases/read-me.ts';
import { secondFactor } from './use-cases/second-factor.ts';
import { listSessions, renewSession, revokeOtherSessions, revokeSession } from './use-cases/sessions.ts';
import { setAvatar } from './use-cases/set-avatar.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './use-cases/two-step.ts';
import { visitorOf } from './visitor.ts';

/** Sessions, the second factor and the picture. */
export function addSessionRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  const { database, ended } = dependencies;
  const places = createPlaces();
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
