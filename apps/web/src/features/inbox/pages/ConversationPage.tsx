import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { InboxPage } from './InboxPage.tsx';

/** /Channel/conversation/{id}: a link to one thread; the list beside it leads on into the inbox. */
export function ConversationPage() {
  const { id } = useParams({ from: '/_default/Channel/conversation/$id' });
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <InboxPage
      view={{ tab: 'all', q: undefined, channel: undefined }}
      open={id}
      onView={(change) => void navigate({ to: '/Message', search: { ...change, conversation: id } })}
      onOpen={(uuid) => void navigate({ to: '/Message', search: uuid ? { conversation: uuid } : {} })}
      hrefOf={(uuid) => router.buildLocation({ to: '/Channel/conversation/$id', params: { id: uuid } }).href}
    />
  );
}
