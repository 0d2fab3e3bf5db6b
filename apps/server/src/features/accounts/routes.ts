import { login, logout, me, register } from '@hanasu/contract/accounts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { findMember, revokeSession } from './accounts.store.ts';
import type { Authenticator } from './authenticator.ts';
import { type RegisterDependencies, registerAccount } from './use-cases/register-account.ts';
import { signIn } from './use-cases/sign-in.ts';
import { userView } from './use-cases/user-view.ts';

const visitorOf = (request: FastifyRequest) => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});

export function addAccountRoutes(
  implement: Implement,
  dependencies: RegisterDependencies,
  authenticator: Authenticator,
): void {
  const { database } = dependencies;
  implement(register, ({ body }, { request }) => registerAccount(dependencies, body, visitorOf(request)));
  implement(login, ({ body }, { request }) => signIn(dependencies, body, visitorOf(request)));
  implement(logout, async (_input, { session, request }) => {
    await database.system((transaction) => revokeSession(transaction, session.sessionId));
    authenticator.forget((request.headers.authorization ?? '').slice(7).trim());
    return undefined;
  });
  implement(me, async ({ query }, { session }) => {
    const member = await database.system((transaction) =>
      findMember(transaction, session.userId, session.accountId),
    );
    if (!member) throw new AppError('session_expired', 'This person has left the account');
    return userView(member, { withAvatar: query.populate === 'avatar' });
  });
}
