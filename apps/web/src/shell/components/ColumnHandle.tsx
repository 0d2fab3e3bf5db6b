import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './Columns.module.css';

const STEP = 16;

interface ColumnHandleProps {
  label: string;
  width: number;
  onResize: (width: number) => void;
  onResized: (width: number) => void;
}

/** Changes how wide a column is: drawn with a pointer, or moved with the arrow keys. Stands in a cell of the head. */
export function ColumnHandle({ label, width, onResize, onResized }: ColumnHandleProps) {
  const { t } = useWords();
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent) => (from ? from.width + event.clientX - from.x : width);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    onResized(width + step);
  };
  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={t('shell.columns.widthOf', { name: label })}
      title={t('shell.columns.widthOf', { name: label })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const cell = event.currentTarget.closest('th');
        setFrom({ x: event.clientX, width: cell?.getBoundingClientRect().width ?? width });
      }}
      onPointerMove={(event) => from && onResize(widthAt(event))}
      onPointerUp={(event) => {
        if (from && event.clientX !== from.x) onResized(widthAt(event));
        setFrom(null);
      }}
      onPointerCancel={() => {
        if (from) onResize(from.width);
        setFrom(null);
      }}
    />
  );
}
