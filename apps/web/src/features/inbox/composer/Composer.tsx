import { reconnectChannel } from '@hanasu/contract/channels';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { addNote } from '@hanasu/contract/inbox-work';
import { Button, Skeleton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { AnswerText } from '../../../entities/conversation/AnswerText.tsx';
import { CitationChip } from '../../../entities/conversation/CitationChip.tsx';
import { citedOf } from '../../../entities/conversation/cited.ts';
import { loadWords } from '../../../i18n/i18n.ts';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useEver } from '../../../shell/use-ever.ts';
import { useIsForbidden } from '../../../shell/use-permission.ts';
import { durationWords } from '../durations.ts';
import { ScrollRow } from '../ScrollRow.tsx';
import threadClasses from '../thread/Thread.module.css';
import { useConversationWords } from '../use-conversation-words.ts';
import { useNow } from '../use-now.ts';
import classes from './Composer.module.css';
import { ComposerField } from './ComposerField.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { sendingWindow } from './sending-window.ts';
import { type ComposerOptions, useComposer } from './use-composer.ts';
import type { Draft } from './use-draft.ts';
import type { Rewrite } from './use-rewrite.ts';
import type { Suggestion } from './use-suggestion.ts';
import type { SendingFile, Uploads } from './use-uploads.ts';

const ComposePanel = lazy(async () => {
  const [{ ComposePanel: Loaded }] = await Promise.all([
    import('../compose/ComposePanel.tsx'),
    loadWords('message'),
  ]);
  return { default: Loaded };
});

/** Worth a word from here on: less than a fifth of the month is left. */
const SCARCE = 0.2;

/** Until when a message is free, or possible at all, and what is left of the month. */
function WindowBar({ conversation }: { conversation: ConversationView }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const now = useNow();
  const { data: channels } = useQuery(channelsQuery);
  const window = sendingWindow(conversation.window, now);
  const quota = channels?.items.find(({ uuid }) => uuid === conversation.channel?.uuid)?.quota;
  const left = quota?.limit == null ? null : Math.max(0, quota.limit - quota.used);
  const isScarce = left !== null && quota?.limit != null && left <= quota.limit * SCARCE;
  if (!window && !isScarce) return null;
  return (
    <p className={classes.window} data-state={window?.state ?? (left === 0 ? 'closed' : 'counted')}>
      {window && (
        <span>
          <Icon
            name={window.state === 'closed' ? 'lock' : window.state === 'free' ? 'clock' : 'coins'}
            size={13}
          />{' '}
          {window.state === 'closed'
            ? t('composer.window.closed')
            : t(`composer.window.${window.state}`, {
                time: format.dateTime(window.until),
                left: durationWords((Date.parse(window.until) - now) / 1000, LOCALE_TAGS[locale]),
              })}
        </span>
      )}
      {isScarce && (
        <span>
          {left === 0
            ? t('composer.window.quotaGone')
            : t('composer.window.quota', {
                left: format.number(left ?? 0),
                limit: format.number(quota?.limit ?? 0),
              })}
        </span>
      )}
    </p>
  );
}

export interface ComposerHandle {
  focus: (mode: 'reply' | 'note') => void;
  /** Opens the canned replies. */
  canned: () => void;
  suggest: () => void;
  send: () => void;
  hasWords: () => boolean;
}

interface ComposerProps extends ComposerOptions {
  ref?: Ref<ComposerHandle>;
  onCanned: () => void;
}

/** Writes to the customer, or to colleagues. */
export function Composer(props: ComposerProps) {
  const { ref, conversation, onCanned } = props;
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const field = useRef<HTMLTextAreaElement>(null);
  // Who has written once knows what it does.
  const [knowsHint, setKnowsHint] = useLocalStorage({
    key: 'inbox-hint-known',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const onSend: ComposerOptions['onSend'] = (...given) => {
    setKnowsHint(true);
    return props.onSend(...given);
  };
  const composer = useComposer({ ...props, onSend }, field);
  const { mode, setMode, draft, isClosed, isBlocked, isDisconnected } = composer;
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
  const hasComposed = useEver(composer.composed.isOpen);
  const cannot = mode === 'reply' && (isBlocked || isClosed || isDisconnected);
  return (
    <section
      className={classes.composer}
      data-mode={mode}
      data-dropping={composer.isDropping || undefined}
      aria-label={t('composer.mode')}
      {...composer.dropHandlers}
    >
      {mode === 'reply' && !isBlocked && !isDisconnected && <WindowBar conversation={conversation} />}
      <ScrollRow className={classes.bar ?? ''}>
        <ComposerModes mode={mode} onMode={focus} />
        <DraftState mode={mode} draft={draft} />
        {!cannot && (
          <ComposerTools
            composer={composer}
            conversation={conversation}
            sends={manifest?.capabilities.sends ?? []}
          />
        )}
      </ScrollRow>
      {mode === 'reply' && composer.suggestion.isOpen && <SuggestionCard suggestion={composer.suggestion} />}
      {mode === 'reply' && props.quoted && (
        <QuoteBar quoted={props.quoted} onRemove={() => props.onQuoted(null)} />
      )}
      {mode === 'reply' && <OriginalBar rewrite={composer.rewrite} text={draft.text} />}
      {mode === 'reply' && <UploadTray uploads={composer.uploads} problems={composer.problems} />}
      {mode === 'reply' && isDisconnected && <Disconnected conversation={conversation} />}
      {mode === 'reply' && isBlocked && !isDisconnected && (
        <p className={threadClasses.blocked}>
          <Icon name="ban" size={15} /> {t('inbox.blocked', { name })}
        </p>
      )}
      {hasComposed && (
        <Suspense>
          <ComposePanel
            conversation={conversation}
            composed={composer.composed}
            onSend={composer.sendThing}
          />
        </Suspense>
      )}
      {!cannot && <ComposerField composer={composer} field={field} name={name} onManage={onCanned} />}
      {mode === 'reply' && !cannot && conversation.handling !== 'operator' && !knowsHint && (
        <p className={threadClasses.replyHint}>{t(`inbox.replyHint.${conversation.handling}`)}</p>
      )}
    </section>
  );
}

/** Nothing arrives there; whoever may, is led to connecting it again. */
function Disconnected({ conversation: { channel } }: { conversation: ConversationView }) {
  const { t } = useWords();
  if (!channel) return null;
  return (
    <p className={threadClasses.blocked} role="status">
      <span>
        <Icon name="plug" size={15} /> {t('composer.disconnected', { channel: channel.name })}
      </span>
      <Can endpoint={reconnectChannel}>
        <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }}>
          {t('composer.reconnect')}
        </Link>
      </Can>
    </p>
  );
}

/** Whether what is begun is kept, for those who look for it. */
function DraftState({ mode, draft }: { mode: 'reply' | 'note'; draft: Draft }) {
  const { t } = useWords();
  const isBegun = mode === 'reply' && draft.text !== '';
  return (
    <span className={classes.draftState} aria-live="polite">
      {isBegun && draft.state === 'saved' && t('composer.saved')}
      {isBegun && draft.state === 'failed' && t('composer.unsaved')}
    </span>
  );
}

function QuoteBar({ quoted, onRemove }: { quoted: MessageView; onRemove: () => void }) {
  const { t } = useWords();
  const who = quoted.sender === 'system' ? 'customer' : quoted.sender;
  return (
    <p className={classes.quote}>
      <Icon name="quote" size={14} />
      <span className={classes.quoteWords}>
        <strong>{t('composer.quoting', { who: quoted.author?.name ?? t(`inbox.senders.${who}`) })}</strong>{' '}
        {quoted.text || t(`inbox.kinds.${quoted.kind}`)}
      </span>
      <button type="button" className={classes.small} aria-label={t('composer.noQuote')} onClick={onRemove}>
        <Icon name="x" size={14} />
      </button>
    </p>
  );
}

interface ComposerModesProps {
  mode: 'reply' | 'note';
  onMode: (mode: 'reply' | 'note') => void;
}

/** To whom one writes: the customer, or the staff. */
function ComposerModes({ mode, onMode }: ComposerModesProps) {
  const { t } = useWords();
  const mayNotNote = useIsForbidden(addNote);
  if (mayNotNote) return null;
  return (
    <div className={classes.modes}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look of its own. */}
      <div role="group" aria-label={t('composer.mode')} className={classes.modeGroup}>
        {(['reply', 'note'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={classes.mode}
            data-mode={each}
            aria-pressed={mode === each}
            onClick={() => onMode(each)}
          >
            <Icon name={each === 'note' ? 'lock' : 'message-square'} size={13} />
            {t(`composer.${each}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A person's own words, while what stands in the field is a model's. */
function OriginalBar({ rewrite, text }: { rewrite: Rewrite; text: string }) {
  const { t } = useWords();
  const { original } = rewrite;
  if (!original || original.text === text.trim()) return null;
  return (
    <div className={classes.original}>
      <span className={classes.originalWords}>
        <strong>{t('composer.yours')}:</strong> {original.text}
      </span>
      <Button size="compact-xs" variant="default" onClick={rewrite.back}>
        {t('composer.back')}
      </Button>
    </div>
  );
}

/** What the bot would say, with the passages it rests on; it is sent only by a person. */
function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useWords();
  const { answer, error, isPending } = suggestion;
  return (
    <section className={classes.suggestion} aria-label={t('composer.suggest.title')} aria-busy={isPending}>
      <p className={classes.suggestionHead}>
        <Icon name="sparkles" size={14} />{' '}
        {t(isPending ? 'composer.suggest.making' : 'composer.suggest.title')}
      </p>
      {isPending && (
        <div aria-hidden>
          <Skeleton height={11} width="82%" mt={6} />
          <Skeleton height={11} width="60%" mt={8} mb={6} />
        </div>
      )}
      {error !== null && !isPending && <ErrorNotice error={error} onRetry={suggestion.ask} />}
      {answer && !isPending && (
        <>
          <div className={classes.suggestionText} aria-live="polite">
            {answer.text ? (
              <AnswerText text={answer.text} citations={answer.citations} />
            ) : (
              t('composer.suggest.empty')
            )}
          </div>
          <div className={classes.suggestionSources}>
            {citedOf(answer.text, answer.citations).map((citation) => (
              <CitationChip key={citation.number} citation={citation} titled />
            ))}
          </div>
        </>
      )}
      <div className={classes.suggestionActions}>
        {answer?.text && !isPending && (
          <Button size="compact-sm" onClick={suggestion.use}>
            {t('composer.suggest.insert')}
          </Button>
        )}
        {answer && !isPending && (
          <Button size="compact-sm" variant="default" onClick={suggestion.ask}>
            {t('composer.suggest.again')}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={suggestion.dismiss}>
          {t('composer.suggest.dismiss')}
        </Button>
      </div>
    </section>
  );
}

/** Files that go with the next message, and those that can't. */
function UploadTray({ uploads, problems }: { uploads: Uploads; problems: readonly string[] }) {
  if (uploads.files.length === 0 && problems.length === 0) return null;
  return (
    <div className={classes.tray}>
      {uploads.files.length > 0 && (
        <ul className={classes.files}>
          {uploads.files.map((file) => (
            <li key={file.id}>
              <FileChip file={file} onRemove={() => uploads.remove(file.id)} />
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <p key={problem} className={classes.problem} role="alert">
          <Icon name="triangle-alert" size={13} /> {problem}
        </p>
      ))}
    </div>
  );
}

function FileChip({ file, onRemove }: { file: SendingFile; onRemove: () => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { name, progress, media, fault } = file;
  return (
    <span className={classes.file} data-failed={fault ? true : undefined}>
      {media?.thumbnailUrl ? (
        <img className={classes.fileThumb} src={media.thumbnailUrl} alt="" />
      ) : (
        <Icon name={fault ? 'triangle-alert' : 'file-text'} size={16} />
      )}
      <span className={classes.fileWords}>
        <span className={classes.fileName}>{name}</span>
        {fault ? (
          <span role="alert">{errorMessage(fault)}</span>
        ) : media ? (
          <span>{media.bytes === null ? '' : format.bytes(media.bytes)}</span>
        ) : (
          <progress
            value={progress}
            max={1}
            aria-label={t('composer.uploading', { name, percent: format.percent(progress) })}
          />
        )}
      </span>
      <button
        type="button"
        className={classes.small}
        aria-label={t('composer.removeFile', { name })}
        onClick={onRemove}
      >
        <Icon name="x" size={14} />
      </button>
    </span>
  );
}
