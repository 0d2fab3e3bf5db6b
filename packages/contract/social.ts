import { z } from 'zod';
import { OneTimeCode, SessionView } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Time } from './page.ts';
import { AcceptedTerms } from './terms.ts';

export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export const SocialProvider = z.enum(SOCIAL_PROVIDERS);
export type SocialProvider = z.infer<typeof SocialProvider>;
const providerParams = z.object({ provider: SocialProvider });

/** A random secret of the page that starts; the same page must bring it back, so nobody is signed in by another's link. */
const Binding = z.string().min(22).max(200);

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'Social sign-in that this installation has keys for',
  tag: 'accounts',
  access: 'public',
  status: 200,
  output: z.object({ items: z.array(SocialProvider) }),
});
export const startSocialSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/{provider}/start',
  summary: 'Where to send the browser to sign in with a provider',
  tag: 'accounts',
  access: 'public',
  params: providerParams,
  body: z
    .object({
      binding: Binding,
      /** A path of this site; anything else becomes `/`. */
      returnTo: z.string().max(2000).optional(),
      remember: z.boolean().optional(),
      locale: z.enum(['en', 'ja', 'vi']).optional(),
      /** Let somebody new in where registration is closed. */
      invitation: OneTimeCode.optional(),
      setupCode: OneTimeCode.optional(),
      /** Agrees to the terms and the privacy policy; without it nobody new is let in. */
      acceptedTerms: AcceptedTerms.optional(),
    })
    .strict(),
  status: 200,
  output: z.object({ url: z.string() }),
  errors: ['not_found', 'social_failed', 'rate_limited'],
});
export const startSocialLink = endpoint({
  method: 'POST',
  path: '/api/user/identity/{provider}/start',
  summary: 'Where to send the browser to connect a provider to the signed-in person',
  tag: 'accounts',
  access: 'viewer',
  params: providerParams,
  body: z.object({ binding: Binding, password: z.string().max(200).optional() }).strict(),
  status: 200,
  output: z.object({ url: z.string() }),
  errors: ['not_found', 'wrong_password', 'proof_needed', 'social_failed'],
});
/** Path and page share the address: the provider's GET shows the page, the page POSTs what it was given. */
export const socialCallback = endpoint({
  method: 'POST',
  path: '/api/auth/{provider}/callback',
  summary: 'Completes a sign-in or a connection with what the provider put in the return address',
  tag: 'accounts',
  access: 'public',
  params: providerParams,
  body: z
    .object({
      code: z.string().max(4000).optional(),
      state: OneTimeCode,
      /** Of the provider, `access_denied` when the person said no. */
      error: z.string().max(200).optional(),
      /** RFC 9207. */
      iss: z.string().max(300).optional(),
      binding: Binding,
    })
    .strict(),
  status: 200,
  output: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('session'), session: SessionView, returnTo: z.string() }),
    z.object({ kind: z.literal('linked'), provider: SocialProvider }),
  ]),
  errors: [
    'not_found',
    'code_invalid',
    'social_denied',
    'social_failed',
    'identity_email_in_use',
    'identity_taken',
    'second_factor_required',
    'rate_limited',
  ],
});
export const IdentityView = z
  .object({ provider: SocialProvider, email: z.string().nullable(), createdAt: Time })
  .meta({ id: 'Identity' });
export type IdentityView = z.infer<typeof IdentityView>;
export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/user/identities',
  summary: 'Providers that this person can sign in with',
  tag: 'accounts',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(IdentityView) }),
});
export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/user/identity/{provider}',
  summary: 'Disconnects a provider; refused when no other way to sign in is left',
  tag: 'accounts',
  access: 'viewer',
  params: providerParams,
  status: 204,
  errors: ['not_found', 'last_sign_in_method'],
});
