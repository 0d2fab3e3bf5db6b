import * as administration from './administration.store.ts';
import * as credentials from './credential-tools.ts';
import * as oneTimeCodes from './one-time-codes.ts';
import * as withheld from './withheld.store.ts';

export { type Authenticator, createAuthenticator } from './authenticator.ts';
export type { AccountsDependencies, Registration } from './dependencies.ts';
export { emailKey } from './domain/identity.ts';
export { joinInvitation } from './members/use-cases/join-invitation.ts';
export { personalData } from './personal-data.ts';
export { recordAudit } from './record-audit.ts';
export { RECOVERY_PURPOSE } from './recovery-codes.ts';
export { countProven, hasPeople, isProvenAdministrator } from './registration.store.ts';
export { createSetupCode } from './setup-code.ts';
export { proveAgain } from './use-cases/prove-again.ts';
export { avatarView } from './use-cases/user-view.ts';
export { administration, credentials, oneTimeCodes, withheld };
