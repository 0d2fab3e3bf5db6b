import type { ConversationView, MessageView, OperatorMessage } from '@hanasu/contract/inbox';
import type { MediaView } from '@hanasu/contract/media';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { kindOf } from '../../channels/manifests.ts';
import { useComposer } from '../use-composer.ts';
import { useConversationWords } from '../use-conversation-words.ts';
import classes from './Composer.module.css';
import { ComposerField } from './ComposerField.tsx';
import { ComposerModes } from './ComposerModes.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { OriginalBar } from './OriginalBar.tsx';
import { SuggestionCard } from './SuggestionCard.tsx';
import threadClasses from './Thread.module.css';
import { UploadTray } from './UploadTray.tsx';
import { WindowBar } from './WindowBar.tsx';

export interface ComposerHandle {
  focus: (mode: 'reply' | 'note') => void;
  /** Opens the canned replies. */
  canned: () => void;
  suggest: () => void;
  send: () => void;
  hasWords: () => boolean;
}

export interface ComposerProps {
  ref?: Ref<ComposerHandle>;
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
  onCanned: () => void;
  onSend: (body: OperatorMessage, media?: MediaView | null) => void;
}

/** Writes to the customer, or to colleagues. */
export function Composer(props: ComposerProps) {
  const { ref, conversation, onCanned } = props;
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer(props, field);
  const { mode, setMode, draft, isClosed, isBlocked } = composer;
  const name = nameOf(conversation);
  const manifest = kindOf(conversation.channel?.kind)?.manifest;
  const focus = (next: 'reply' | 'note') => {
    setMode(next);
    // The other mode's field is there after this was drawn.
    requestAnimationFrame(() => field.current?.focus());
  };
  useImperativeHandle(ref, () => ({
    focus,
    canned: () => {
      focus('reply');
      composer.openCanned();
    },
    suggest: () => void composer.suggestion.ask(),
    send: () => void composer.send(true),
    hasWords: () => composer.hasSomething,
  }));
  const cannot = mode === 'reply' && (isBlocked || isClosed);
  return (
    <section
      className={classes.composer}
      data-mode={mode}
      data-dropping={composer.isDropping || undefined}
      aria-label={t('inboxWork.composer.mode')}
      {...composer.dropHandlers}
    >
      {mode === 'reply' && !isBlocked && <WindowBar conversation={conversation} />}
      <ComposerModes mode={mode} onMode={focus} draft={draft} />
      {mode === 'reply' && composer.suggestion.isOpen && <SuggestionCard suggestion={composer.suggestion} />}
      {mode === 'reply' && props.quoted && (
        <QuoteBar quoted={props.quoted} onRemove={() => props.onQuoted(null)} />
      )}
      {mode === 'reply' && <OriginalBar writing={composer.writing} text={draft.text} />}
      {mode === 'reply' && <UploadTray uploads={composer.uploads} problems={composer.problems} />}
      {mode === 'reply' && isBlocked && (
        <p className={threadClasses.blocked}>
          <Icon name="ban" size={15} /> {t('inbox.blocked', { name })}
        </p>
      )}
      {!cannot && (
        <>
          <ComposerField composer={composer} field={field} name={name} onManage={onCanned} />
          <ComposerTools
            composer={composer}
            conversation={conversation}
            sends={manifest?.capabilities.sends ?? []}
          />
        </>
      )}
      {mode === 'reply' && !cannot && conversation.handling !== 'operator' && (
        <p className={threadClasses.replyHint}>{t(`inbox.replyHint.${conversation.handling}`)}</p>
      )}
    </section>
  );
}

function QuoteBar({ quoted, onRemove }: { quoted: MessageView; onRemove: () => void }) {
  const { t } = useWords();
  const who = quoted.sender === 'system' ? 'customer' : quoted.sender;
  return (
    <p className={classes.quote}>
      <Icon name="quote" size={14} />
      <span className={classes.quoteWords}>
        <strong>
          {t('inboxWork.composer.quoting', { who: quoted.author?.name ?? t(`inbox.senders.${who}`) })}
        </strong>{' '}
        {quoted.text || t(`inbox.kinds.${quoted.kind}`)}
      </span>
      <button
        type="button"
        className={classes.small}
        aria-label={t('inboxWork.composer.noQuote')}
        onClick={onRemove}
      >
        <Icon name="x" size={14} />
      </button>
    </p>
  );
}
