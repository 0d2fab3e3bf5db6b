export { createAccounts, SEALED_FACTORS } from './create-accounts.ts';
export type { AccountsDependencies } from './dependencies.ts';
export { issueCode, markFirstUse, peekCode } from './one-time-codes.ts';
export { personalData } from './personal-data.ts';
export { avatarView } from './profile/user-view.ts';
export { recordAudit } from './record-audit.ts';
export { type Authenticator, createAuthenticator } from './sessions/authenticator.ts';
export { reAuthenticate } from './sign-in/re-authenticate.ts';
