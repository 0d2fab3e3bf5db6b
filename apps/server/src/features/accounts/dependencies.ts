import type { Locale } from '@hanasu/contract/accounts';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import type { SocialProvider } from '@hanasu/contract/social';
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database, SystemTransaction } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Authenticate } from '../../platform/http/context.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { SocialClient } from '../../platform/social/provider.ts';
import type { Registration } from './registration/registration.ts';
import type { RecoveryCodes } from './second-factor/recovery-codes.ts';
import type { DeviceTokens, SessionTokens } from './sessions/signed-tokens.ts';
import type { PasswordStrength } from './sign-in/password-strength.ts';

/**
 * Called after the commit: what ended is refused and hears nothing any more, at once on this process and within
 * moments on others.
 */
interface Ended {
  /** It was revoked, or went to another account: its pages must join again. */
  session(id: SessionId): void;
  /** Sessions of this person ended, or their access or role changed: those that are still good stay. */
  user(id: UserId): void;
}

/** The providers that this installation has keys for. */
interface Social {
  readonly clients: ReadonlyMap<SocialProvider, SocialClient>;
  /** Told why a sign-in failed; the reason holds no secret. */
  readonly onFailure: (failure: { readonly provider: SocialProvider; readonly reason: string }) => void;
}

/** What members make in another feature; its owner changes the rows, in the transaction that it is given. */
interface MemberBelongings {
  /** Another member answers for them from now on. */
  readonly handOver: (
    transaction: AccountTransaction,
    change: { readonly from: UserId; readonly to: UserId },
  ) => Promise<void>;
  /** Ends all that the member made. */
  readonly end: (transaction: AccountTransaction, userId: UserId) => Promise<void>;
}

/** Ends what this person granted, or anybody in these accounts, in the transaction that it is given. */
type EndGrants = (
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
) => Promise<void>;

/** What the use cases of this feature are handed. */
export interface AccountsDependencies {
  readonly database: Database;
  readonly tokens: SessionTokens;
  readonly deviceTokens: DeviceTokens;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  /** Registrations an hour from one address; 0 is any number. */
  readonly registrationsPerHour: number;
  readonly registration: Registration;
  readonly recoveryCodes: RecoveryCodes;
  readonly mail: Mail;
  readonly files: FileStore;
  readonly box: SecretBox;
  readonly authenticate: Authenticate;
  readonly ended: Ended;
  readonly social: Social;
  /** Where links in mails and return addresses lead; no slash at the end. */
  readonly publicUrl: string;
  /** Life of a session that asked to be remembered. */
  readonly sessionDays: number;
  readonly defaultLocale: Locale;
  /** Of the terms and the privacy text that whoever registers agrees to. */
  readonly termsVersion: string;
  /** What else a new account gets, in the same transaction. */
  readonly onAccountCreated: (transaction: SystemTransaction, accountId: AccountId) => Promise<void>;
  /** The holder of an address has shown that it is theirs, in the same transaction. */
  readonly onEmailConfirmed: (transaction: SystemTransaction, userId: UserId) => Promise<void>;
  readonly belongings: {
    readonly apiKeys: MemberBelongings;
    readonly webHooks: MemberBelongings;
    readonly channels: Pick<MemberBelongings, 'handOver'>;
  };
  /** Keys and web hooks. */
  readonly endKeys: EndGrants;
  /** Shared chats, permissions under way, notifications to elsewhere, what signs visitors of web sites in, exports. */
  readonly endShares: EndGrants;
}
