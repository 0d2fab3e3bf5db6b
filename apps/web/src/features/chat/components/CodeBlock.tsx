import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './ChatPanel.module.css';

/** Code of an answer, with a button that copies it. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const code = useRef<HTMLPreElement>(null);
  const clipboard = useClipboard({ timeout: 1500 });
  const label = clipboard.copied ? t('chat.copied') : t('chat.copyCode');
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so they must be reachable by keyboard. */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <ActionIcon
        size={28}
        variant="default"
        onClick={() => clipboard.copy(code.current?.textContent ?? '')}
        aria-label={label}
        title={label}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </div>
  );
}
