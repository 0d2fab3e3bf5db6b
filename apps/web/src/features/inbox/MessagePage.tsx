import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { InboxPage } from './InboxPage.tsx';

/** /Message: the inbox; the open thread is a search parameter, so that the list keeps its tab and filters. */
export function MessagePage() {
  const search = useSearch({ from: '/_default/Message' });
  const navigate = useNavigate({ from: '/Message' });
  const router = useRouter();
  const { tab = 'all', conversation, message, panel, ...filters } = search;
  const { q, channel, segment, tag, assignee, unread, late, from, to, outcome, delivery, sort } = filters;
  return (
    <InboxPage
      view={{ tab, q, channel, segment, tag, assignee, unread, late, from, to, outcome, delivery, sort }}
      open={conversation ?? null}
      message={message ?? null}
      panel={panel ?? null}
      onView={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      onOpen={(uuid, targetMessage) =>
        void navigate({
          search: (old) => ({
            ...old,
            conversation: uuid ?? undefined,
            message: targetMessage,
            panel: undefined,
          }),
          // Walking through the list is one step back for the browser, not one per conversation.
          replace: conversation !== undefined && uuid !== null,
        })
      }
      onPanel={(next) => void navigate({ search: (old) => ({ ...old, panel: next ?? undefined }) })}
      hrefOf={(uuid) =>
        router.buildLocation({
          to: '/Message',
          search: { ...search, conversation: uuid, message: undefined, panel: undefined },
        }).href
      }
    />
  );
}
