/** @jsxImportSource preact */
import type { EmbedLook } from '@hanasu/contract/embed';
import { useRef } from 'preact/hooks';
import { Chat } from './chat.tsx';
import type { Language } from './launcher-words.ts';
import type { Talk } from './talk.ts';
import type { Words } from './words.ts';

export interface Frame {
  readonly position: EmbedLook['position'];
  readonly isModal: boolean;
  readonly onClose: () => void;
}

interface PanelProps {
  readonly look: EmbedLook;
  readonly language: Language;
  readonly words: Words;
  readonly talk: Talk;
  readonly frame: Frame;
}

/** The chat as a dialog above the launcher. */
export function Panel({ frame: { position, isModal, onClose }, ...shared }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={panel}
      class={`p f ${position}`}
      role="dialog"
      aria-modal={isModal}
      aria-label={shared.look.texts[shared.language].title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.isComposing) onClose();
        else if (event.key === 'Tab') keepInside(event, panel.current);
      }}
    >
      <Chat {...shared} isFramed onClose={onClose} />
    </div>
  );
}

/** Tab goes round within the dialog. */
function keepInside(event: KeyboardEvent, panel: HTMLElement | null): void {
  const stops = [
    ...(panel?.querySelectorAll<HTMLElement>('button:not(:disabled),textarea,a[href],[tabindex="0"]') ?? []),
  ];
  const root = panel?.getRootNode();
  const at = root instanceof ShadowRoot ? root.activeElement : null;
  const [first, last] = [stops[0], stops.at(-1)];
  if (event.shiftKey ? at !== first : at !== last) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
