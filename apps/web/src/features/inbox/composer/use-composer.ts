import {
  type ConversationView,
  type MessageView,
  type OperatorMessage,
  sendOperatorMessage,
} from '@hanasu/contract/inbox';
import type { CannedReplyView } from '@hanasu/contract/inbox-work';
import type { MediaView } from '@hanasu/contract/media';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type RefObject, useState } from 'react';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useIsForbidden } from '../../../shell/use-permission.ts';
import { fillReply } from '../canned/canned.ts';
import { operatorsQuery } from '../inbox.queries.ts';
import { useAddNote } from '../inbox-work.mutations.ts';
import { useConversationWords } from '../use-conversation-words.ts';
import { useNow } from '../use-now.ts';
import { mentionedIn } from './mentions.ts';
import { fileTrouble } from './sendable-file.ts';
import { sendingWindow } from './sending-window.ts';
import { useComposed } from './use-composed.ts';
import { useLocalDraft, useServerDraft } from './use-draft.ts';
import { useRewrite } from './use-rewrite.ts';
import { useSuggestion } from './use-suggestion.ts';
import { useUploads } from './use-uploads.ts';

export interface ComposerOptions {
  conversation: ConversationView;
  /** A colleague has it. */
  locked: boolean;
  /** Somebody wants to send although a colleague has it. */
  onLocked: () => void;
  quoted: MessageView | null;
  onQuoted: (message: MessageView | null) => void;
  onKey: () => void;
  /** Nothing is being written any more. */
  onSent: () => void;
  onSend: (body: OperatorMessage, media?: MediaView | null) => void;
}

/** Its channel takes nothing until it is connected again. */
function useIsDisconnected({ channel }: ConversationView): boolean {
  const { data } = useQuery(channelsQuery);
  return data?.items.find(({ uuid }) => uuid === channel?.uuid)?.status === 'disconnected';
}

/** Everything the composer keeps and does. */
export function useComposer(props: ComposerOptions, field: RefObject<HTMLTextAreaElement | null>) {
  const { conversation, locked, onLocked, quoted, onQuoted, onKey, onSent, onSend } = props;
  const { t } = useWords();
  const now = useNow();
  const { data: operators = [] } = useQuery(operatorsQuery);
  const [mode, setMode] = useState<'reply' | 'note'>('reply');
  const [isCannedOpen, setCannedOpen] = useState(false);
  const reply = useServerDraft(conversation.uuid, conversation.draft);
  const memo = useLocalDraft(`note-${conversation.uuid}`);
  const draft = mode === 'note' ? memo : reply;
  const files = useFiles(conversation.channel?.kind);
  const rewrite = useRewrite(conversation, reply);
  const suggestion = useSuggestion(conversation.uuid, (text) => {
    reply.change(text);
    requestAnimationFrame(() => field.current?.focus());
  });
  const addNote = useAddNote(conversation.uuid);
  const composed = useComposed(conversation.uuid);
  const [cannedUuid, setCannedUuid] = useState<CannedReplyView['uuid'] | null>(null);
  const isDisconnected = useIsDisconnected(conversation);
  const isClosed = sendingWindow(conversation.window, now)?.state === 'closed';
  const mayNot = useIsForbidden(sendOperatorMessage);
  const words = draft.text.trim();
  const hasSomething = words !== '' || (mode === 'reply' && files.uploads.ready.length > 0);
  const canSend =
    hasSomething && !mayNot && !(mode === 'reply' && (files.uploads.isSending || isClosed || isDisconnected));

  const sendReply = (takeOver: boolean) => {
    const more = { ...(takeOver ? { takeOver } : {}) };
    for (const media of files.uploads.ready) onSend({ mediaUuid: media.uuid, ...more }, media);
    if (words) {
      onSend({
        text: words,
        ...more,
        ...(quoted ? { quoteUuid: quoted.uuid } : {}),
        ...(cannedUuid ? { cannedUuid } : {}),
        ...(rewrite.original && rewrite.original.text !== words ? { original: rewrite.original } : {}),
      });
    }
    reply.clear();
    files.clear();
    rewrite.forget();
    onQuoted(null);
    setCannedUuid(null);
    suggestion.dismiss();
    onSent();
  };
  const saveNote = async () => {
    try {
      await addNote.mutateAsync({ text: words, mentions: mentionedIn(words, operators) });
      memo.clear();
      onSent();
    } catch (fault) {
      toasts.add({ title: errorMessage(fault), color: 'error' });
    }
  };
  /** `taken`: it has just been taken over for this. */
  const send = async (taken = false) => {
    if (!canSend) return;
    if (mode === 'note') return addNote.isPending ? undefined : saveNote();
    if (locked && !taken) return onLocked();
    return sendReply(taken);
  };
  return {
    mode,
    setMode,
    draft,
    isClosed,
    isDisconnected,
    isBlocked: conversation.friend?.state === 'blocked',
    isSaving: addNote.isPending,
    hasSomething,
    canSend,
    send,
    /** A sticker, a place, a form: it goes out at once. */
    sendThing: (body: Parameters<typeof onSend>[0]) => (locked ? onLocked() : onSend(body)),
    change(text: string) {
      draft.change(text);
      if (text === '') setCannedUuid(null);
      if (text === '') onSent();
      else onKey();
    },
    suggestion,
    rewrite,
    ...files,
    isCannedOpen,
    openCanned: () => setCannedOpen(true),
    closeCanned: () => setCannedOpen(false),
    chooseCanned: setCannedUuid,
    composed,
    fill: useFillReply(props),
    operators,
    placeholder: t('composer.notePlaceholder'),
  };
}
export type ComposerState = ReturnType<typeof useComposer>;

function useFillReply({ conversation }: Pick<ComposerOptions, 'conversation'>) {
  const { nameOf } = useConversationWords();
  const { data: me } = useQuery(meQuery);
  return (text: string) =>
    fillReply(text, {
      customer: nameOf(conversation),
      operator: me?.displayName || me?.username || '',
      account: me?.account.name ?? '',
      channel: conversation.channel?.name ?? '',
    });
}

/** Files that are chosen, pasted or dropped, as far as the channel takes them. */
function useFiles(kind: string | undefined) {
  const { t } = useWords();
  const format = useFormat();
  const uploads = useUploads();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isDropping, setDropping] = useState(false);
  const manifest = kindOf(kind)?.manifest;
  const addFiles = (chosen: readonly File[]) => {
    const found: string[] = [];
    for (const file of chosen) {
      const trouble = fileTrouble(file, manifest);
      if (!trouble) uploads.add(file);
      else if (trouble.kind === 'empty') found.push(t('composer.emptyFile', { name: file.name }));
      else if (trouble.kind === 'unsupported') found.push(t('composer.wrongKind', { name: file.name }));
      else {
        const limit = format.bytes(trouble.limit);
        found.push(t('composer.tooLarge', { name: file.name, limit }));
      }
    }
    setProblems(found);
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    uploads,
    problems,
    addFiles,
    isDropping,
    clear: () => {
      uploads.clear();
      setProblems([]);
    },
    dropHandlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      },
      onDragLeave: () => setDropping(false),
      onDrop: (event: DragEvent) => {
        setDropping(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        addFiles([...event.dataTransfer.files]);
      },
    },
  };
}
