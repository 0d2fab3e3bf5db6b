import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useNavigate } from '@tanstack/react-router';
import { announceMessage } from './announce-message.ts';
import { useRealtime } from './realtime.tsx';

/** Announces what customers write while this page is open. */
export function useNewMessageNotifications(): void {
  const navigate = useNavigate();
  useRealtime(UPDATE_CONVERSATION, (update) =>
    announceMessage(update, (id) => void navigate({ to: '/Channel/conversation/$id', params: { id } })),
  );
}
