import { notFound, rootRouteId } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { administratorQuery } from '../shell.queries.ts';
import { readToken } from './session.ts';

/** For `beforeLoad`: to everybody but administrators of the installation, this is a path that does not exist. */
export async function requireAdministrator(): Promise<void> {
  const isAdministrator = readToken() !== null && (await queryClient.fetchQuery(administratorQuery));
  if (!isAdministrator) throw notFound({ routeId: rootRouteId });
}
