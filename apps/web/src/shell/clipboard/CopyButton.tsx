import type { ReactNode } from 'react';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  value: string;
  /** Draws the button. */
  children: (button: { copied: boolean; copy: () => void }) => ReactNode;
}

export function CopyButton({ value, children }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  return children({ copied, copy: () => void copy(value) });
}
