import type { CannedReplyView, OperatorView } from '@hanasu/contract/inbox-work';
import { ActionIcon, Avatar, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { isSendKey } from '../../../shell/send-key.ts';
import { isInputMethodKey } from '../../../theme/input-method.ts';
import { fittingReplies, insertReply, slashQuery } from '../canned/canned.ts';
import { cannedQuery } from '../inbox.queries.ts';
import classes from './Composer.module.css';
import { mentionQuery } from './mentions.ts';
import type { ComposerState } from './use-composer.ts';

const LONGEST = 5000;

interface ComposerFieldProps {
  composer: ComposerState;
  field: RefObject<HTMLTextAreaElement | null>;
  name: string;
  onManage: () => void;
}

/**
 * Where one writes. Enter sends, Shift+Enter makes a new line, Escape leaves the field; `/` opens canned replies, `@`
 * in a note the colleagues.
 */
export function ComposerField({ composer, field, name, onManage }: ComposerFieldProps) {
  const { t } = useWords();
  const { mode, draft, canSend, send } = composer;
  const isNote = mode === 'note';
  const picker = usePicker(composer, field);
  const label = isNote ? t('composer.noteLabel', { name }) : t('inbox.replyTo', { name });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (picker.onKey(event)) return;
    if (event.key === 'Escape') field.current?.blur();
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    void send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || isNote) return;
    event.preventDefault();
    composer.addFiles(files);
  };
  return (
    <div className={classes.fieldWrap}>
      {picker.kind === 'canned' && (
        <CannedList
          id={picker.listId}
          replies={picker.replies}
          query={picker.query}
          active={picker.active}
          onPick={picker.pickReply}
          onManage={() => {
            picker.dropSlash();
            onManage();
          }}
          fill={composer.fill}
        />
      )}
      {picker.kind === 'mention' && (
        <MentionList
          id={picker.listId}
          people={picker.people}
          active={picker.active}
          onPick={picker.pickPerson}
        />
      )}
      <Textarea
        ref={field}
        className={classes.field ?? ''}
        aria-label={label}
        placeholder={isNote ? composer.placeholder : label}
        role="textbox"
        aria-controls={picker.kind ? picker.listId : undefined}
        aria-activedescendant={picker.kind ? `${picker.listId}-${picker.active}` : undefined}
        autosize
        minRows={isNote ? 2 : 1}
        maxRows={8}
        maxLength={LONGEST}
        value={draft.text}
        onChange={(event) => {
          composer.change(event.currentTarget.value);
          picker.onCaret(event.currentTarget);
        }}
        onSelect={(event) => picker.onCaret(event.currentTarget)}
        onFocus={({ currentTarget }) => continueAtEnd(currentTarget)}
        onBlur={picker.kind ? picker.close : undefined}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        rightSectionWidth={48}
        rightSectionProps={{ className: classes.sendSlot ?? '' }}
        rightSection={
          <ActionIcon
            // The field keeps the focus, and with it a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void send()}
            size={36}
            color={isNote ? undefined : 'kaki'}
            disabled={!canSend}
            loading={composer.isSaving}
            aria-label={isNote ? t('composer.saveNote') : t('conversations.send')}
          >
            <Icon name={isNote ? 'check' : 'arrow-up'} size={17} />
          </ActionIcon>
        }
      />
    </div>
  );
}

/** What was begun is gone on with, not written in front of; a press sets its own place right after this. */
function continueAtEnd(field: HTMLTextAreaElement): void {
  if (field.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length);
}

/** The list above the field while a shortcut or a name is being typed, steered by keys that stay in the field. */
function usePicker(composer: ComposerState, field: RefObject<HTMLTextAreaElement | null>) {
  const listId = useId();
  const { mode, draft, operators, isCannedOpen } = composer;
  const [caret, setCaret] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const [active, setActive] = useState(0);
  const slash = mode === 'reply' ? slashQuery(draft.text, caret) : null;
  const mention = mode === 'note' ? mentionQuery(draft.text, caret) : null;
  const wantsCanned = mode === 'reply' && (isCannedOpen || (slash !== null && !isClosed));
  const { data: all = [] } = useQuery({ ...cannedQuery, enabled: wantsCanned });
  const query = slash?.query ?? '';
  const replies = wantsCanned ? fittingReplies(all, query) : [];
  const people =
    mention && !isClosed
      ? operators.filter(({ name }) => name.toLowerCase().includes(mention.query.toLowerCase()))
      : [];
  const kind = wantsCanned ? ('canned' as const) : people.length > 0 ? ('mention' as const) : null;
  const count = kind === 'canned' ? replies.length : people.length;

  const close = () => {
    setClosed(true);
    composer.closeCanned();
  };
  const write = (text: string, at: number) => {
    composer.change(text);
    close();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  };
  /** What called the list is no part of the message. */
  const dropSlash = () => {
    if (slash) composer.change(draft.text.slice(0, slash.from) + draft.text.slice(caret));
  };
  const pickReply = (reply: CannedReplyView) => {
    if (reply.content) {
      dropSlash();
      close();
      return composer.composed.openWith(reply.content, reply.uuid);
    }
    composer.chooseCanned(reply.uuid);
    const place = slash ?? { from: caret };
    const next = insertReply(draft.text, caret, place.from, composer.fill(reply.text));
    write(next.text, next.caret);
  };
  const pickPerson = ({ name }: { name: string }) => {
    const next = insertReply(draft.text, caret, mention?.from ?? caret, `@${name} `);
    write(next.text, next.caret);
  };
  const pick = () => {
    const [reply, person] = [replies[active], people[active]];
    if (kind === 'canned' && reply) pickReply(reply);
    else if (person) pickPerson(person);
  };
  return {
    kind,
    listId,
    replies,
    people,
    query,
    active,
    pickReply,
    pickPerson,
    dropSlash,
    close,
    onCaret({ selectionStart }: HTMLTextAreaElement) {
      if (selectionStart === caret) return;
      setCaret(selectionStart);
      setActive(0);
      setClosed(false);
    },
    /** True: the key was for the list. */
    onKey(event: KeyboardEvent): boolean {
      if (!kind) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const picks = (event.key === 'Tab' || isSendKey(event.nativeEvent)) && count > 0;
      if (step !== undefined && count > 0) setActive((active + step + count) % count);
      else if (picks) pick();
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

interface MentionListProps {
  id: string;
  people: readonly OperatorView[];
  active: number;
  onPick: (person: OperatorView) => void;
}

/** Colleagues who fit what is typed after @. */
function MentionList({ id, people, active, onPick }: MentionListProps) {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press from taking the focus away.
    <div className={classes.picker} onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" className={classes.options} aria-label={t('composer.mentionList')}>
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          <div
            key={person.uuid}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.person}
            onClick={() => onPick(person)}
          >
            <Avatar src={person.avatarUrl} name={person.name} alt="" size={22} aria-hidden /> {person.name}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CannedListProps {
  id: string;
  replies: readonly CannedReplyView[];
  query: string;
  active: number;
  onPick: (reply: CannedReplyView) => void;
  onManage: () => void;
  fill: (text: string) => string;
}

/** Canned replies that fit what is typed, as they would read. */
function CannedList({ id, replies, query, active, onPick, onManage, fill }: CannedListProps) {
  const { t } = useWords();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    // The field keeps the focus, so that one can type on.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press from taking the focus away.
    <div className={classes.picker} onMouseDown={(event) => event.preventDefault()}>
      <div ref={list} id={id} role="listbox" className={classes.options} aria-label={t('canned.listLabel')}>
        {replies.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          <div
            key={reply.uuid}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onClick={() => onPick(reply)}
          >
            <span className={classes.optionTop}>
              <code>/{reply.shortcut}</code> <strong>{reply.title}</strong>
            </span>
            <span className={classes.optionText}>
              {reply.content && <Icon name="layers" size={13} />} {fill(reply.text)}
            </span>
          </div>
        ))}
      </div>
      {replies.length === 0 && (
        <p className={classes.optionNone}>{query ? t('canned.nothing', { query }) : t('canned.none')}</p>
      )}
      <button type="button" className={classes.manage} onClick={onManage}>
        <Icon name="settings-2" size={13} /> {t('canned.manage')}
      </button>
    </div>
  );
}
