import { login } from '@hanasu/contract/accounts';
import { confirmSecondFactor, startSecondFactor } from '@hanasu/contract/sessions';
import { Secret, TOTP } from 'otpauth';
import type { Caller, SignedIn } from './test-server.ts';

const STEP_MS = 30_000;

/** What an authenticator app shows now, or so many steps of 30 seconds from now. */
export const factorCode = (secret: string, { steps = 0 }: { readonly steps?: number } = {}): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS });

const stepNow = (): number => Math.floor(Date.now() / STEP_MS);

/** Does it again as long as it fails while an authenticator app goes on to its next code. */
export async function withinOneStep<T>(attempt: () => Promise<T>): Promise<T> {
  const step = stepNow();
  try {
    return await attempt();
  } catch (error) {
    if (stepNow() === step) throw error;
    return withinOneStep(attempt);
  }
}

/** The secret for an app that is not asked for yet. */
export async function startFactor(person: SignedIn): Promise<string> {
  return (await person.call(startSecondFactor, { body: { password: person.password } })).secret;
}

/** Two-step sign-in for a person, as they would switch it on. */
export async function switchFactorOn(person: SignedIn) {
  const secret = await startFactor(person);
  const { recoveryCodes } = await person.call(confirmSecondFactor, { body: { code: factorCode(secret) } });
  return { secret, recoveryCodes };
}

/** The challenge that a right password is answered with. */
export async function askedForFactor(
  anonymous: Caller,
  { user, password }: SignedIn,
  remember = false,
): Promise<string> {
  const body = { identifier: user.username, password, remember };
  const { challenge, code } = await anonymous.refused(login, { body });
  if (!challenge) throw new Error(`no second factor was asked for: ${code}`);
  return challenge;
}
