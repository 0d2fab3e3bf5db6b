import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { InboxPage } from './InboxPage.tsx';

/** /Message: the inbox; the open thread is a search parameter, so that the list keeps its tab and filters. */
export function MessagePage() {
  const search = useSearch({ from: '/_default/Message' });
  const navigate = useNavigate({ from: '/Message' });
  const router = useRouter();
  const { tab = 'all', q, channel, conversation } = search;
  return (
    <InboxPage
      view={{ tab, q, channel }}
      open={conversation ?? null}
      onView={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      onOpen={(uuid) =>
        void navigate({
          search: (old) => ({ ...old, conversation: uuid ?? undefined }),
          // Walking through the list is one step back for the browser, not one per conversation.
          replace: conversation !== undefined && uuid !== null,
        })
      }
      hrefOf={(uuid) =>
        router.buildLocation({ to: '/Message', search: { ...search, conversation: uuid } }).href
      }
    />
  );
}
