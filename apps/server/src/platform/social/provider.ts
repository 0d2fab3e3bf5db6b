import type { Locale } from '@hanasu/contract/accounts';

/** One attempt to sign in: what was sent with the browser and must come back unchanged. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE; never leaves the server before the code is exchanged. */
  readonly verifier: string;
  /** Exactly the same in both requests. */
  readonly redirectUri: string;
}

/** Who somebody is at a provider. The subject is the key; the rest may change. */
export interface Profile {
  readonly subject: string;
  readonly email: string | null;
  /** The provider has checked the address, and speaks for the mailbox itself. */
  readonly ownsEmail: boolean;
  readonly name: string | null;
}

export type ProfileOutcome =
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** Fit for a log: names no secret and no token. */
  | { readonly kind: 'failed'; readonly reason: string };

/** A provider that people can sign in with. */
export interface SocialClient {
  /** The page of the provider that asks the person; throws `VendorFailure` when the provider is away. */
  authorizationUrl(attempt: Attempt, locale: Locale): Promise<string>;
  /** Exchanges the code of the return address and checks everything that comes back. `issuer` is RFC 9207's `iss`. */
  readProfile(
    code: string,
    attempt: Omit<Attempt, 'state'>,
    issuer: string | undefined,
  ): Promise<ProfileOutcome>;
}
