import { createContext, useContext } from 'react';

/** Opens the palette, with the beginning of a search; null where there is none, for whoever is not signed in. */
export const OpenPalette = createContext<((query?: string) => void) | null>(null);
export const useOpenPalette = () => useContext(OpenPalette);
