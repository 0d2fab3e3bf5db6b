import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { log } from '../log.ts';
import { signOut } from '../shell.queries.ts';
import { clearSession } from './session.ts';

/** Ends the session on the server when it can be reached; this browser forgets it either way. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // What is on its way would be refused once the session has ended.
    await queryClient.cancelQueries();
    await signOut().catch((error: unknown) => log.error('Sign-out did not reach the server:', error));
    clearSession();
    // First away from the pages, which would ask again for what is forgotten here.
    await navigate({ to: '/Login', search: {} });
    queryClient.clear();
  };
}
