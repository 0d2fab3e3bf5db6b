import { createContext, use, useCallback, useEffect, useId, useState } from 'react';

/** `typing`: the text is given to the form once the field is left. `wrong`: the form can't take it, and the field says so. */
export type UnstoredText = 'typing' | 'wrong';
type Report = (field: string, text: UnstoredText | null) => void;

/** Collects the fields below it whose text is not stored. */
export const UnstoredFields = createContext<Report | null>(null);

const NONE: ReadonlyMap<string, UnstoredText> = new Map();

/** Whether fields below `UnstoredFields` hold text that is not stored; null: none does. */
export function useUnstoredFields() {
  const [fields, setFields] = useState(NONE);
  const report = useCallback<Report>(
    (field, text) =>
      setFields((old) => {
        if ((old.get(field) ?? null) === text) return old;
        const next = new Map(old);
        if (text) next.set(field, text);
        else next.delete(field);
        return next;
      }),
    [],
  );
  const texts = [...fields.values()];
  const unstored: UnstoredText | null = texts.includes('wrong') ? 'wrong' : (texts[0] ?? null);
  return { unstored, report };
}

/** Reports the text of a field to the form around it. */
export function useReportUnstored(text: UnstoredText | null): void {
  const report = use(UnstoredFields);
  const field = useId();
  useEffect(() => {
    report?.(field, text);
  }, [report, field, text]);
  useEffect(() => () => report?.(field, null), [report, field]);
}
