import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Steps that a phone's clock may be off, either way. */
const WINDOW = 1;
const ISSUER = 'Hanasu';

/** SHA-1, six digits, thirty seconds: what every authenticator app understands. RFC 6238. */
const totp = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });

/** Base32, as it is typed into an app. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** `otpauth://…`, as it is drawn in a QR code; the app shows `label`. */
export const totpUri = (secret: string, label: string): string => totp(secret, label).toString();

/** The 30-second step that a code belongs to, at `now` in milliseconds; null when it is no code of about now. */
export function totpStep(secret: string, code: string, now: number): number | null {
  const counter = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now });
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : counter + delta;
}
