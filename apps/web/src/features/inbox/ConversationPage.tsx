import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { InboxPage } from './InboxPage.tsx';
import { PLAIN_VIEW } from './inbox-view.ts';

/** /Channel/conversation/{id}: a link to one thread; the list beside it leads on into the inbox. */
export function ConversationPage() {
  const { id } = useParams({ from: '/_default/Channel/conversation/$id' });
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <InboxPage
      view={PLAIN_VIEW}
      open={id}
      message={null}
      panel={null}
      onView={(change) => void navigate({ to: '/Message', search: { ...change, conversation: id } })}
      onOpen={(uuid, message) =>
        void navigate({ to: '/Message', search: uuid ? { conversation: uuid, message } : {} })
      }
      onPanel={(panel) =>
        void navigate({ to: '/Message', search: panel ? { conversation: id, panel } : { conversation: id } })
      }
      hrefOf={(uuid) => router.buildLocation({ to: '/Channel/conversation/$id', params: { id: uuid } }).href}
    />
  );
}
