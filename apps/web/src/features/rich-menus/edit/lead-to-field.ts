import type { MenuProblem } from '@hanasu/contract/rich-menus';
import type { RichMessageView } from '@hanasu/contract/rich-messages';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';

/** Parts of both editors that a problem may be about. */
type EditorPart =
  | 'chatBarText'
  | 'picture'
  | 'upload'
  | 'areas'
  | 'place'
  | 'label'
  | 'action'
  | 'tap'
  | 'altText'
  | 'video';

/** Marks the fields of a part. */
export const partProps = (part: EditorPart) => ({ 'data-part': part });
/** Marks the fields of one tap area. */
export const areaFieldsProps = (areaId: string) => ({ 'data-fields-of': areaId });

interface Problem {
  readonly reason: MenuProblem['reason'] | RichMessageView['problems'][number]['reason'];
  /** Null: of the whole picture. */
  readonly areaId: string | null;
}
/** Every other problem of an area is about what a tap does. */
const PARTS: Partial<Record<Problem['reason'], EditorPart>> = {
  no_chat_bar_text: 'chatBarText',
  picture_missing: 'upload',
  no_areas: 'areas',
  area_outside: 'place',
  area_too_small: 'place',
  no_label: 'label',
  no_action: 'action',
  no_alt_text: 'altText',
  video_not_secure: 'video',
  video_missing: 'video',
};

const CONTROLS = ['input:not([type="hidden"], [type="file"])', 'textarea', 'button']
  .map((control) => `${control}:not(:disabled)`)
  .join();

/** Finds the first wrong control of a part of the page, or its first one. */
function controlIn(part: HTMLElement | null): HTMLElement | undefined {
  if (!part) return undefined;
  const inside = [...part.querySelectorAll<HTMLElement>(CONTROLS)];
  const controls = part.matches(CONTROLS) ? [part, ...inside] : inside;
  return controls.find((control) => control.matches('[aria-invalid="true"]')) ?? controls[0];
}

/** Finds the control that mends a problem; undefined while it is not shown. */
function findControl({ reason, areaId }: Problem): HTMLElement | undefined {
  const part = `[data-part="${PARTS[reason] ?? (areaId === null ? 'picture' : 'tap')}"]`;
  if (areaId === null) return controlIn(document.querySelector<HTMLElement>(part));
  const fields = document.querySelector<HTMLElement>(`[data-fields-of="${areaId}"]`);
  return controlIn(fields?.querySelector<HTMLElement>(part) ?? null) ?? controlIn(fields);
}

/** How long a tab or a page of the menu may take until it is shown. */
const PATIENCE_MS = 3_000;

/** Leads to the field of a problem: scrolls it into view with its label and focuses it, once it is shown. */
export function useLeadToField(): (problem: Problem) => void {
  const [sought, setSought] = useState<Problem | null>(null);
  // After each render: any of them may show the field.
  useEffect(() => {
    const control = sought && findControl(sought);
    if (!control) return;
    setSought(null);
    (control.closest('.mantine-InputWrapper-root') ?? control).scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!sought) return;
    const timer = setTimeout(() => setSought(null), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [sought]);
  return setSought;
}

/**
 * Scrolls the fields of the chosen area into view where they stand below the picture: returns what to call after a tap on
 * the area. The picture stays in sight as far as there is room.
 */
export function useShowFields(areaId: string | null): () => void {
  const isBelow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const [taps, setTaps] = useState(0);
  const show = useEffectEvent(() => {
    if (!isBelow || areaId === null) return;
    const fields = document.querySelector(`[data-fields-of="${areaId}"]`);
    // In the list of areas and below it.
    const shown = [fields?.parentElement?.querySelector('[aria-current]'), fields?.querySelector('legend')];
    for (const element of shown) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  // After the render that has put the fields there.
  useEffect(() => {
    if (taps > 0) show();
  }, [taps]);
  return () => setTaps((before) => before + 1);
}
