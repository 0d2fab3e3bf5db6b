import type { ConversationView, OperatorMessage } from '@hanasu/contract/inbox';
import type { MessageContent } from '@hanasu/contract/message-content';
import { createMessageTemplate } from '@hanasu/contract/message-templates';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ComposeDrawer } from '../../../entities/message/ComposeDrawer.tsx';
import { useSampleWords } from '../../../entities/message/cards/sample-texts.ts';
import { isSendable } from '../../../entities/message/compose/content.ts';
import type { MessagePreview } from '../../../entities/message/preview/use-message-preview.ts';
import { useCreateTemplate } from '../../../entities/message/templates.queries.ts';
import { useVariableWords } from '../../../entities/message/variables.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import type { Composed } from '../composer/use-composed.ts';
import classes from './ComposePanel.module.css';

interface ComposePanelProps {
  conversation: ConversationView;
  composed: Composed;
  onSend: (body: OperatorMessage) => void;
}

/** Composes a message for this customer, or takes a template, shows it with their values, and sends it. */
export function ComposePanel({ conversation, composed, onSend }: ComposePanelProps) {
  const { t } = useWords();
  const [isChecked, setChecked] = useState(false);
  const { content, cannedUuid } = composed;
  const send = () => {
    setChecked(false);
    onSend({ content, ...(cannedUuid ? { cannedUuid } : {}) });
    composed.clear();
  };
  return (
    <ComposeDrawer
      opened={composed.isOpen}
      onClose={composed.close}
      title={t('composer.compose')}
      value={content}
      onChange={composed.change}
      conversationUuid={conversation.uuid}
      channelKind={conversation.channel?.kind}
      isChecked={isChecked}
      foot={(preview) => (
        <Foot content={content} preview={preview} onChecked={() => setChecked(true)} onSend={send} />
      )}
    />
  );
}

interface FootProps {
  content: MessageContent;
  preview: MessagePreview;
  /** Something is missing still. */
  onChecked: () => void;
  onSend: () => void;
}

function Foot({ content, preview, onChecked, onSend }: FootProps) {
  const { t, locale } = useWords();
  const variableWords = useVariableWords();
  const sampleWords = useSampleWords();
  const [isNoticeShown, setNoticeShown] = useState(false);
  const { data, isCurrent } = preview;
  const missing = data?.missing ?? [];
  const isWhole = isSendable(content) && content.bubbles.length > 0;
  const isReady = isCurrent && isWhole && data?.problems.length === 0;
  const run = () => {
    if (isReady) return onSend();
    setNoticeShown(true);
    onChecked();
  };
  return (
    <div className={classes.foot}>
      {missing.length > 0 && (
        <p className={classes.missing} role="status">
          <Icon name="triangle-alert" size={14} />
          <span>
            {t('messageComposer.missing', {
              names: new Intl.ListFormat(locale, { style: 'narrow' }).format(missing.map(variableWords)),
            })}{' '}
            {t('messageComposer.missingHelp')}
          </span>
        </p>
      )}
      {sampleWords(content).map(({ bubbleId, words }) => (
        <p key={bubbleId + words} className={classes.missing} role="status">
          <Icon name="triangle-alert" size={14} /> {words}
        </p>
      ))}
      {isNoticeShown && !isReady && (
        <p className={classes.missing} role="alert">
          <Icon name="triangle-alert" size={14} /> {t('messageComposer.notReady')}
        </p>
      )}
      <div className={classes.actions}>
        <Can endpoint={createMessageTemplate}>
          <SaveAsTemplate content={content} isOff={!isWhole} />
        </Can>
        <Button color="kaki" leftSection={<Icon name="send" size={14} />} onClick={run}>
          {t('conversations.send')}
        </Button>
      </div>
    </div>
  );
}

/** Keeps what was composed for the next time. */
function SaveAsTemplate({ content, isOff }: { content: MessageContent; isOff: boolean }) {
  const { t } = useWords();
  const [name, setName] = useState<string | null>(null);
  const create = useCreateTemplate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!name?.trim() || create.isPending) return;
    create.mutate(
      { name, content },
      {
        onSuccess: () => {
          setName(null);
          toasts.add({ title: t('messageComposer.templateSaved', { name }) });
        },
      },
    );
  };
  if (name === null)
    return (
      <Button variant="default" disabled={isOff} onClick={() => setName('')}>
        {t('messageComposer.saveAsTemplate')}
      </Button>
    );
  return (
    <form className={classes.naming} onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        aria-label={t('messageComposer.templateName')}
        placeholder={t('messageComposer.templateName')}
        maxLength={80}
        value={name}
        error={create.error && errorMessage(create.error)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={create.isPending}>
        {t('shell.save')}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => setName(null)}>
        {t('shell.cancel')}
      </Button>
    </form>
  );
}
