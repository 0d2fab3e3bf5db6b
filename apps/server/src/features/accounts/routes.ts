import { login, me, register } from '@hanasu/contract/accounts';
import type { FastifyInstance } from 'fastify';
import type { Implement } from '../../platform/http/implement.ts';
import { addAvatarRoute } from './avatar-route.ts';
import { addCredentialRoutes } from './credentials.routes.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { addSessionRoutes } from './sessions.routes.ts';
import { addSocialRoutes } from './social.routes.ts';
import { readMe } from './use-cases/read-me.ts';
import { registerAccount } from './use-cases/register-account.ts';
import { signIn } from './use-cases/sign-in.ts';
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
