import { createFileRoute, redirect } from '@tanstack/react-router';

/** A page of its own, without this application: the server answers it (features/embed). */
export const Route = createFileRoute('/_bot-edit/Bot/$id/chat_embed')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href, reloadDocument: true });
  },
});
