import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { isSendKey } from '../../../shell/send-key.ts';
import { isInputMethodKey } from '../../../theme/input-method.ts';
import tiles from '../Attachments.module.css';
import { AttachmentTile } from '../AttachmentTile.tsx';
import { Bubble } from '../Bubble.tsx';
import { BranchArrows } from './BranchArrows.tsx';
import classes from './ChatPanel.module.css';
import type { ChatTurn } from './chat-state.ts';
import type { Chat } from './use-chat.ts';

interface QuestionProps {
  turn: ChatTurn;
  chat: Chat;
  isReadOnly: boolean;
  isEditing: boolean;
  onEdit: (editing: boolean) => void;
  onGoTo: (message: NonNullable<ChatTurn['asked']>['uuid']) => void;
}

export function Question({ turn, chat, isReadOnly, isEditing, onEdit, onGoTo }: QuestionProps) {
  const { t } = useWords();
  const canEdit = turn.asked !== null && !isReadOnly;
  return (
    <>
      {turn.attachments.length > 0 && (
        <div className={tiles.tiles} data-from="person">
          {turn.attachments.map((view) => (
            <AttachmentTile key={view.uuid} name={view.name} view={view} />
          ))}
        </div>
      )}
      {isEditing && canEdit ? (
        <Editing
          question={turn.question}
          onCancel={() => onEdit(false)}
          onSend={(question) => {
            onEdit(false);
            chat.edit(turn, question);
          }}
        />
      ) : (
        <Bubble from="person">{turn.question}</Bubble>
      )}
      {turn.asked && !isEditing && (canEdit || turn.asked.siblings.length > 1) && (
        <div className={classes.actions} data-from="person">
          <BranchArrows place={turn.asked} disabled={chat.busy || isReadOnly} onGoTo={onGoTo} />
          {canEdit && (
            <ActionIcon
              size={26}
              variant="subtle"
              color="gray"
              disabled={chat.busy}
              onClick={() => onEdit(true)}
              aria-label={t('conversations.editQuestion')}
              title={t('conversations.editQuestion')}
            >
              <Icon name="pencil" size={14} />
            </ActionIcon>
          )}
        </div>
      )}
    </>
  );
}

interface EditingProps {
  question: string;
  onSend: (question: string) => void;
  onCancel: () => void;
}

function Editing({ question, onSend, onCancel }: EditingProps) {
  const { t } = useWords();
  const [text, setText] = useState(question);
  const send = () => text.trim() && onSend(text.trim());
  return (
    <div className={classes.editing}>
      <Textarea
        autosize
        minRows={2}
        maxRows={12}
        maxLength={8000}
        aria-label={t('conversations.editQuestion')}
        value={text}
        ref={(field) => {
          if (field && !field.dataset.met) {
            field.dataset.met = 'yes';
            field.focus();
            field.setSelectionRange(field.value.length, field.value.length);
          }
        }}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isInputMethodKey(event.nativeEvent)) return;
          if (event.key === 'Escape') return onCancel();
          if (!isSendKey(event.nativeEvent)) return;
          event.preventDefault();
          send();
        }}
      />
      <Group gap={6} justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('shell.cancel')}
        </Button>
        <Button size="compact-sm" onClick={send} disabled={!text.trim()}>
          {t('conversations.sendEdited')}
        </Button>
      </Group>
    </div>
  );
}
