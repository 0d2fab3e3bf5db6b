import copyToClipboard from 'copy-to-clipboard';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { toasts } from '../notifications/toasts.tsx';

const SHOWN_MS = 1500;

/**
 * Copies a text, also on a server without HTTPS, where browsers offer no `navigator.clipboard`. `copied` is true for a
 * moment after it was copied; a failure is shown as a toast. `copy` resolves with whether the text was copied.
 */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(
    async (text: string) => {
      const isCopied = await copyToClipboard(text);
      clearTimeout(timer.current);
      setCopied(isCopied);
      if (isCopied) timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
      else toasts.add({ title: t('shell.notCopied'), color: 'error' });
      return isCopied;
    },
    [t],
  );
  return { copied, copy };
}
