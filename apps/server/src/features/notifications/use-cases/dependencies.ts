import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { AccountId } from '@hanasu/contract/ids';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import type { WaysDependencies } from '../ways.ts';

export interface NotifyDependencies extends WaysDependencies {
  readonly mail: Mail;
  readonly hasMailServer: boolean;
  readonly realtime: Pick<Realtime, 'emitToUser'>;
  /** Web hooks may call this machine and private networks. */
  readonly allowPrivate: boolean;
  readonly manifestOf: (kind: string) => ChannelManifest | null;
  /** What people of the account have chosen is read anew. */
  readonly forget: (accountId: AccountId) => void;
}
