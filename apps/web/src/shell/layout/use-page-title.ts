import { useEffect } from 'react';
import { useWaiting } from './use-waiting.ts';

/** Names the browser tab; in front of it how many customers wait for a person. */
export function usePageTitle(title: string | undefined): void {
  const waiting = useWaiting();
  useEffect(() => {
    const name = title ? `${title} · Hanasu` : 'Hanasu';
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  }, [title, waiting]);
}
