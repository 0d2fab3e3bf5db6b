import type { ChannelAdapter, ConnectOutcome } from '@hanasu/channels/spec/channel';
import { AppError } from '../../../platform/app-error.ts';

export type TypedInput = Readonly<Record<string, string>>;

/** What an official account is, once the vendor has said so. */
export interface CheckedAccount {
  readonly externalId: string;
  readonly displayName: string;
  readonly pictureUrl: string | null;
  /** To be kept: what was typed, or what connecting made of it. */
  readonly credentials: unknown;
  readonly accessLapsesAt: Date | null;
}

/** What the owner typed, by the kind's own fields; `path` is where the fields stand in the request. */
export function checkedInput(adapter: ChannelAdapter, input: TypedInput, path: string): TypedInput {
  const { connectFields } = adapter.manifest;
  const names = connectFields.map(({ name }) => name);
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined) throw wrong(`${path}.${unknown}`, 'there is no such field');
  const given = Object.entries(input).filter(([, value]) => value !== '');
  const missing = connectFields.find(
    ({ name, required }) => required && !given.some(([field]) => field === name),
  );
  if (missing) throw wrong(`${path}.${missing.name}`, 'is needed');
  return Object.fromEntries(given);
}

const wrong = (path: string, message: string) => AppError.field('validation_failed', path, message);

/** Asks the vendor whose they are. */
export async function checkAccount(
  adapter: ChannelAdapter,
  input: unknown,
  path: string,
): Promise<CheckedAccount> {
  const parsed = adapter.credentialsSchema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong([path, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not valid');
  }
  return accountOf(adapter, parsed.data, await adapter.connect({ credentials: parsed.data }), path);
}

/** The account that a vendor confirmed; its refusals as problems. */
export function accountOf(
  adapter: ChannelAdapter,
  given: unknown,
  outcome: ConnectOutcome,
  path: string,
): CheckedAccount {
  switch (outcome.kind) {
    case 'connected': {
      const { externalId, displayName, pictureUrl, credentials = given } = outcome;
      const lapsesAt = adapter.renewal?.lapsesAt(credentials) ?? null;
      const accessLapsesAt = lapsesAt === null ? null : new Date(lapsesAt);
      return { externalId, displayName, pictureUrl, credentials, accessLapsesAt };
    }
    case 'rejected':
      throw AppError.field('channel_credentials_rejected', `${path}.${outcome.field}`, outcome.detail);
    case 'unreachable':
      throw new AppError('channel_vendor_unreachable', outcome.detail);
    default:
      return outcome satisfies never;
  }
}
