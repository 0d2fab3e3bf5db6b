import { useEffect } from 'react';

/** Names the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Hanasu` : 'Hanasu';
  }, [title]);
}
