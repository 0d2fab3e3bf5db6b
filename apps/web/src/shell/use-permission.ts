import { ROLES, type Role } from '@hanasu/contract/accounts';
import type { Access, Endpoint } from '@hanasu/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from './shell.queries.ts';

/** Whether a role reaches what an endpoint asks for; highest role first in `ROLES`. */
export const roleReaches = (role: Role, access: Access): boolean =>
  access === 'public' || (access !== 'administrator' && ROLES.indexOf(role) <= ROLES.indexOf(access));

/**
 * Whether the signed-in person may call this endpoint; false until it is known who that is. It only hides what would
 * be refused: the server decides.
 */
export function usePermission({ access }: Pick<Endpoint, 'access'>): boolean {
  const { data: user } = useQuery(meQuery);
  if (access === 'public') return true;
  return user !== undefined && roleReaches(user.role, access);
}

/** True only once it is known that this person may not; for what most people may, so that it does not come in late. */
export function useIsForbidden({ access }: Pick<Endpoint, 'access'>): boolean {
  const { data: user } = useQuery(meQuery);
  return user !== undefined && !roleReaches(user.role, access);
}
