import { z } from 'zod';
import { OneTimeCode, SessionView } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { PasskeyId, SessionId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

export const SessionItem = z
  .object({
    uuid: SessionId,
    /** As far as the browser says; null when it doesn't. */
    device: z.object({
      browser: z.string().nullable(),
      system: z.string().nullable(),
      kind: z.enum(['desktop', 'mobile', 'tablet', 'program']),
    }),
    /** `country` is an ISO 3166 code by a table that is part of the program; null for addresses it doesn't know. */
    place: z.object({ address: z.string(), country: z.string().nullable() }),
    createdAt: Time,
    lastSeenAt: Time,
    expiresAt: Time,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type SessionItem = z.infer<typeof SessionItem>;

export const renewSession = endpoint({
  method: 'POST',
  path: '/api/auth/renew',
  summary: 'A fresh token for this session, before the old one ends',
  tag: 'accounts',
  access: 'viewer',
  status: 200,
  output: SessionView,
});
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where this person is signed in',
  tag: 'accounts',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(SessionItem) }),
});
export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/user/session/{uuid}',
  summary: 'Ends one session of this person',
  tag: 'accounts',
  access: 'viewer',
  params: uuidParams(SessionId),
  status: 204,
  errors: ['not_found'],
});
export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Ends every session of this person but this one',
  tag: 'accounts',
  access: 'viewer',
  status: 200,
  output: z.object({ revoked: z.number().int() }),
});

/** Six digits of the authenticator app, or a recovery code. */
export const FactorCode = z.string().trim().min(6).max(40);

export const secondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Completes a sign-in that answered second_factor_required',
  tag: 'accounts',
  access: 'public',
  body: z.object({ challenge: OneTimeCode, code: FactorCode }).strict(),
  status: 200,
  output: SessionView,
  errors: ['code_invalid', 'wrong_factor_code', 'too_many_tries', 'rate_limited'],
});
export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  summary: 'Whether an authenticator app is asked for',
  tag: 'accounts',
  access: 'viewer',
  status: 200,
  output: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.number().int() }),
});
const Proof = z.object({ password: z.string().max(200).optional() }).strict();
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second-factor',
  summary: 'A new secret for an authenticator app; not asked for until it is confirmed',
  tag: 'accounts',
  access: 'viewer',
  body: Proof,
  status: 200,
  /** `uri` is `otpauth://…`, shown as a QR code; `secret` is base32, for typing. */
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor_on', 'wrong_password', 'proof_needed'],
});
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/confirm',
  summary: 'Switches the authenticator app on; the recovery codes are shown this once',
  tag: 'accounts',
  access: 'viewer',
  body: z.object({ code: FactorCode }).strict(),
  status: 200,
  output: RecoveryCodes,
  errors: ['wrong_factor_code', 'second_factor_on', 'second_factor_off', 'too_many_tries'],
});
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  summary: 'New recovery codes; the old ones stop working',
  tag: 'accounts',
  access: 'viewer',
  body: z.object({ code: FactorCode }).strict(),
  status: 200,
  output: RecoveryCodes,
  errors: ['wrong_factor_code', 'second_factor_off', 'too_many_tries'],
});
export const disableSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/disable',
  summary: 'Switches the authenticator app off',
  tag: 'accounts',
  access: 'viewer',
  body: z.object({ code: FactorCode }).strict(),
  status: 204,
  errors: ['wrong_factor_code', 'second_factor_off', 'too_many_tries'],
});

/** What the browser's WebAuthn API takes and gives, as `@simplewebauthn` writes it. */
const WebAuthnJson = z.record(z.string(), z.unknown());
const Ceremony = z.object({ challenge: OneTimeCode, options: WebAuthnJson });
export const PasskeyView = z
  .object({ uuid: PasskeyId, name: z.string(), createdAt: Time, lastUsedAt: Time.nullable() })
  .meta({ id: 'Passkey' });
export type PasskeyView = z.infer<typeof PasskeyView>;

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'Begins a sign-in by passkey',
  tag: 'accounts',
  access: 'public',
  status: 200,
  output: Ceremony,
  errors: ['rate_limited'],
});
export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Signs in by passkey; counts as both factors',
  tag: 'accounts',
  access: 'public',
  body: z
    .object({ challenge: OneTimeCode, response: WebAuthnJson, remember: z.boolean().optional() })
    .strict(),
  status: 200,
  output: SessionView,
  errors: ['code_invalid', 'passkey_refused', 'rate_limited'],
});
export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/user/passkeys',
  summary: 'Passkeys of this person',
  tag: 'accounts',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(PasskeyView) }),
});
export const newPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/user/passkey/options',
  summary: 'Begins adding a passkey',
  tag: 'accounts',
  access: 'viewer',
  body: Proof,
  status: 200,
  output: Ceremony,
  errors: ['wrong_password', 'proof_needed'],
});
export const createPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkey',
  summary: 'Adds a passkey',
  tag: 'accounts',
  access: 'viewer',
  body: z
    .object({ challenge: OneTimeCode, response: WebAuthnJson, name: z.string().trim().min(1).max(60) })
    .strict(),
  status: 201,
  output: PasskeyView,
  errors: ['code_invalid', 'passkey_refused'],
});
export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkey/{uuid}',
  summary: 'Removes a passkey',
  tag: 'accounts',
  access: 'viewer',
  params: uuidParams(PasskeyId),
  status: 204,
  errors: ['not_found', 'last_sign_in_method'],
});
