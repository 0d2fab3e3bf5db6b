import { Username } from '@hanasu/contract/accounts';
import { mixesScripts } from './identity.ts';

/** Room for a number that makes it unlike others. */
const LONGEST = 32;
const FALLBACK = 'user';

/** A user name made of a person's own name, or else of their address. Not always free. */
export function suggestUsername({ name, email }: { name: string | null; email: string | null }): string {
  const fits = [name, email?.split('@')[0] ?? null].map(fitted).find((one) => one !== null);
  return fits ?? FALLBACK;
}

function fitted(text: string | null): string | null {
  if (text === null) return null;
  const allowed = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  const { data } = Username.safeParse([...allowed].slice(0, LONGEST).join(''));
  return data !== undefined && !mixesScripts(data) ? data : null;
}
