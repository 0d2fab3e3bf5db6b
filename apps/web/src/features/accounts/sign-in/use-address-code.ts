import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

type Purpose = 'reset' | 'confirm' | 'join';
const keyOf = (purpose: Purpose) => `hanasu-code-${purpose}`;

/** The code this tab was given for a purpose and has not used up. */
export const keptCode = (purpose: Purpose): string | null => sessionStorage.getItem(keyOf(purpose));
export const keepCode = (purpose: Purpose, code: string): void =>
  sessionStorage.setItem(keyOf(purpose), code);
export const forgetCode = (purpose: Purpose): void => sessionStorage.removeItem(keyOf(purpose));

/**
 * The code that a mail's link brought. It leaves the address at once, so that it is not copied, photographed or kept
 * in the history; this tab keeps it, so that the page may be reloaded.
 */
export function useAddressCode(purpose: Purpose): string | null {
  const navigate = useNavigate();
  // Not by the router, which would read a code of digits as a number.
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? keptCode(purpose));
  useEffect(() => {
    if (code === null) return;
    sessionStorage.setItem(keyOf(purpose), code);
    if (location.search) void navigate({ to: '.', search: {}, replace: true });
  }, [code, purpose, navigate]);
  return code;
}
