import * as social from '@hanasu/contract/social';
import type { Implement } from '../../platform/http/implement.ts';
import { actorOf } from './actor-of.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { addPasskeyRoutes } from './passkeys.routes.ts';
import { completeSocial } from './use-cases/complete-social.ts';
import {
  listIdentities,
  startSocialLink,
  startSocialSignIn,
  unlinkIdentity,
} from './use-cases/identities.ts';
import { visitorOf } from './visitor.ts';

/** Sign-in by provider and by passkey. */
export function addSocialRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  implement(social.listProviders, () => Promise.resolve({ items: [...dependencies.social.clients.keys()] }));
  implement(social.startSocialSignIn, ({ params, body }) =>
    startSocialSignIn(dependencies, params.provider, body),
  );
  implement(social.startSocialLink, ({ params, body }, { session }) =>
    startSocialLink(dependencies, session, params.provider, body),
  );
  implement(social.socialCallback, async ({ params, body }, { request }) => {
    const actor = await actorOf(request, dependencies);
    return completeSocial(dependencies, params.provider, body, { visitor: visitorOf(request), actor });
  });
  implement(social.listIdentities, (_input, { session }) => listIdentities(dependencies, session.userId));
  implement(social.unlinkIdentity, async ({ params }, { session }) => {
    await unlinkIdentity(dependencies, session, params.provider);
    return undefined;
  });
  addPasskeyRoutes(implement, dependencies);
}
