import { bubblesFor, EMPTY_CONTENT, type MessageContent } from '@hanasu/contract/message-content';
import { Button, Input, SegmentedControl } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { loadWords } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useEver } from '../../shell/use-ever.ts';
import classes from './ContentField.module.css';
import { FirstWords } from './FirstWords.tsx';

interface ContentChoiceProps {
  label: string;
  /** Null: the text is used. */
  value: MessageContent | null;
  onChange: (content: MessageContent | null) => void;
  error?: string | undefined;
  /** The only kind of channel that it is sent on. */
  channelKind?: string;
  /** Fields of the text. */
  children: ReactNode;
}

/** Something is said as text, or as a composed message. */
export function ContentChoice({ label, value, onChange, error, channelKind, children }: ContentChoiceProps) {
  const { t } = useWords();
  const id = useId();
  /** Restored when the user switches to text and back. */
  const before = useRef<MessageContent>(EMPTY_CONTENT);
  const choose = (kind: string) => {
    if (value) before.current = value;
    onChange(kind === 'text' ? null : before.current);
  };
  return (
    <div className={classes.choice}>
      <Input.Label component="span" id={id}>
        {label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        value={value ? 'message' : 'text'}
        onChange={choose}
        data={[
          { value: 'text', label: t('messageComposer.asText') },
          { value: 'message', label: t('messageComposer.asMessage') },
        ]}
      />
      {value ? (
        <ContentField
          label={t('messageComposer.asMessage')}
          value={value}
          onChange={onChange}
          error={error}
          {...(channelKind === undefined ? {} : { channelKind })}
        />
      ) : (
        children
      )}
    </div>
  );
}

const ComposeDrawer = lazy(async () => {
  const [{ ComposeDrawer: Loaded }] = await Promise.all([
    import('./ComposeDrawer.tsx'),
    loadWords('message'),
  ]);
  return { default: Loaded };
});

interface ContentFieldProps {
  label: string;
  value: MessageContent | null;
  onChange: (content: MessageContent) => void;
  error?: string | undefined;
  /** The only kind of channel that it is sent on. */
  channelKind?: string;
}

/** A composed message in a form: what it says in short, and a way to compose it beside the page. */
export function ContentField({ label, value, onChange, error, channelKind }: ContentFieldProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  const stored = value ?? EMPTY_CONTENT;
  const content =
    channelKind === undefined
      ? stored
      : { ...stored, bubbles: [...bubblesFor(stored, channelKind)], variants: {} };
  const kinds = content.bubbles.map(({ kind }) => t(`messageComposer.kinds.${kind}`)).join(' · ');
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      {content.bubbles.length > 0 && (
        <div className={classes.short}>
          <span>
            <FirstWords content={content} />
          </span>
          <small>{kinds}</small>
        </div>
      )}
      <Button variant="default" leftSection={<Icon name="pencil" size={14} />} onClick={() => setOpen(true)}>
        {t(content.bubbles.length > 0 ? 'messageComposer.change' : 'messageComposer.compose')}
      </Button>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {wasOpen && (
        <Suspense>
          <ComposeDrawer
            opened={isOpen}
            onClose={() => setOpen(false)}
            title={label}
            value={content}
            onChange={onChange}
            channelKind={channelKind}
            isChecked={error !== undefined}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
