import type { ConversationId } from '@hanasu/contract/ids';
import { bubblesFor, type MessageContent } from '@hanasu/contract/message-content';
import { splitVariables } from '@hanasu/contract/message-variables';
import { Drawer, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './ComposeDrawer.module.css';
import { useComposing } from './compose/compose-context.ts';
import { MessageComposer } from './compose/MessageComposer.tsx';
import { toastUndo } from './compose/PartActions.tsx';
import { firstWords } from './first-words.ts';
import { type MessagePreview, useMessagePreview } from './preview/use-message-preview.ts';
import { messageTemplatesQuery } from './templates.queries.ts';
import { useVariableWords } from './variables.ts';

export interface ComposeDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  value: MessageContent;
  onChange: (content: MessageContent) => void;
  /** Conversation whose values are filled in. */
  conversationUuid?: ConversationId;
  /** The only kind of channel that it is sent on. */
  channelKind?: string | undefined;
  isChecked?: boolean;
  /** Actions for the message. */
  foot?: (preview: MessagePreview) => ReactNode;
}

/** Composes a message beside a page; what is written is kept by the page, so closing loses nothing. */
export function ComposeDrawer(props: ComposeDrawerProps) {
  const { t } = useWords();
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size="min(1000px, 100%)"
      title={props.title}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <Composing {...props} />
    </Drawer>
  );
}

function Composing(props: ComposeDrawerProps) {
  const { value, onChange, conversationUuid, channelKind, isChecked = false, foot } = props;
  const preview = useMessagePreview(value, conversationUuid);
  return (
    <>
      <div className={classes.scrolled}>
        <MessageComposer
          value={value}
          onChange={onChange}
          preview={preview}
          channelKind={channelKind}
          isChecked={isChecked}
        >
          <FromTemplate channelKind={channelKind} />
        </MessageComposer>
      </div>
      {foot && <div className={classes.foot}>{foot(preview)}</div>}
    </>
  );
}

/** Takes over what a template says. */
function FromTemplate({ channelKind }: Pick<ComposeDrawerProps, 'channelKind'>) {
  const { t } = useWords();
  const { content: before, edit } = useComposing();
  const { data: templates = [] } = useQuery(messageTemplatesQuery);
  const wordsOf = useVariableWords();
  if (templates.length === 0) return null;
  const take = (uuid: string | null) => {
    const template = templates.find((each) => each.uuid === uuid);
    if (!template) return;
    const { content } = template;
    edit(() =>
      channelKind === undefined
        ? content
        : { ...content, bubbles: [...bubblesFor(content, channelKind)], variants: {} },
    );
    if (before.bubbles.length === 0) return;
    toastUndo(t('messageComposer.templateTaken', { name: template.name }), () => edit(() => before));
  };
  return (
    <Select
      label={t('messageComposer.template')}
      placeholder={t('messageComposer.templateChoose')}
      searchable
      nothingFoundMessage={t('messageComposer.templateNone')}
      data={templates.map(({ uuid, name, content }) => {
        const words = splitVariables(firstWords(content))
          .map((piece) => (typeof piece === 'string' ? piece : `[${wordsOf(piece.name)}]`))
          .join('');
        return { value: uuid as string, label: words ? `${name} – ${words.slice(0, 60)}` : name };
      })}
      value={null}
      onChange={take}
    />
  );
}
