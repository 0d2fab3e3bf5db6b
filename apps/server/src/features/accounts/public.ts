import * as administration from './administration.store.ts';
import * as credentials from './dependencies.ts';
import * as oneTimeCodes from './one-time-codes.ts';
import * as withheld from './registration/withheld.store.ts';

export type { AccountsDependencies, Registration } from './dependencies.ts';
export { emailKey } from './identity.ts';
export { joinInvitation } from './members/join-invitation.ts';
export { personalData } from './personal-data.ts';
export { avatarView } from './profile/user-view.ts';
export { recordAudit } from './record-audit.ts';
export { createSetupCode } from './registration/admission.ts';
export { countProven, hasPeople, isProvenAdministrator } from './registration/registration.store.ts';
export { RECOVERY_PURPOSE } from './second-factor/recovery-codes.ts';
export { type Authenticator, createAuthenticator } from './sessions/authenticator.ts';
export { reAuthenticate } from './sign-in/re-authenticate.ts';
export { administration, credentials, oneTimeCodes, withheld };
