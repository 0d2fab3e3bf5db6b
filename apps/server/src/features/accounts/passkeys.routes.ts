import * as sessions from '@hanasu/contract/sessions';
import type { Implement } from '../../platform/http/implement.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { createPasskey } from './use-cases/create-passkey.ts';
import { deletePasskey } from './use-cases/delete-passkey.ts';
import { listPasskeys } from './use-cases/list-passkeys.ts';
import { newPasskeyOptions } from './use-cases/new-passkey-options.ts';
import { passkeyOptions } from './use-cases/passkey-options.ts';
import { passkeySignIn } from './use-cases/passkey-sign-in.ts';
import { visitorOf } from './visitor.ts';

export function addPasskeyRoutes(implement: Implement, dependencies: AccountsDependencies): void {
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
