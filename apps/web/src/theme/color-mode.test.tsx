// @vitest-environment jsdom
import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fillInBrowser } from '../testing/render.tsx';
import { type ColorMode, colorModeManager, useForcedColorMode, useForcedMode } from './color-mode.ts';
import { COLORS, theme, themeFrom } from './theme.ts';

/** The system's own look, which a test can change. */
let systemIsDark: boolean;
let onSystemChange: ((event: { matches: boolean }) => void) | undefined;
fillInBrowser();
const original = window.matchMedia;
beforeEach(() => {
  systemIsDark = false;
  onSystemChange = undefined;
  window.matchMedia = (query) => ({
    ...original(query),
    matches: query.includes('dark') && systemIsDark,
    addEventListener: (_: string, listener: unknown) => {
      onSystemChange = listener as typeof onSystemChange;
    },
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  window.matchMedia = original;
  vi.restoreAllMocks();
});

let choose: (mode: 'auto' | 'light' | 'dark') => void;
function Chooser() {
  choose = useMantineColorScheme().setColorScheme;
  return null;
}
function Page({ mode }: { mode: ColorMode }) {
  useForcedColorMode(mode);
  return null;
}
function Shell({ page }: { page?: ColorMode }) {
  const forced = useForcedMode();
  return (
    <MantineProvider
      defaultColorScheme="auto"
      colorSchemeManager={manager}
      {...(forced ? { forceColorScheme: forced } : {})}
    >
      <Chooser />
      {page && <Page key={page} mode={page} />}
    </MantineProvider>
  );
}
const manager = colorModeManager();
const look = () => document.documentElement.getAttribute('data-mantine-color-scheme');
const kept = () => localStorage.getItem('color-mode');

it('spec:71 with system, the look follows the system while the page is open', () => {
  render(<Shell />);
  expect(look()).toBe('light');
  act(() => onSystemChange?.({ matches: true }));
  expect(look()).toBe('dark');
});

it('spec:71 spec:62 light and dark are saved, whatever the system is, and so is system', () => {
  systemIsDark = true;
  render(<Shell />);
  expect(look()).toBe('dark');
  act(() => choose('light'));
  expect([look(), kept()]).toEqual(['light', 'light']);
  act(() => choose('dark'));
  expect([look(), kept()]).toEqual(['dark', 'dark']);
  act(() => choose('auto'));
  expect([look(), kept()]).toEqual(['dark', 'system']);
});

it('spec:71 a page forces a look while it is shown, and the preference is left alone', () => {
  localStorage.setItem('color-mode', 'light');
  const { rerender } = render(<Shell page="dark" />);
  expect([look(), kept()]).toEqual(['dark', 'light']);
  rerender(<Shell page="light" />);
  expect(look()).toBe('light');
  rerender(<Shell page="dark" />);
  rerender(<Shell />);
  expect([look(), kept()]).toEqual(['light', 'light']);
});

it('spec:71 a page may not force system: that is warned of and ignored', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.setItem('color-mode', 'dark');
  render(<Shell page="system" />);
  expect(look()).toBe('dark');
  expect(warned).toHaveBeenCalledWith('A page may not force the colour mode system');
});

it('spec:71 an unknown primary colour falls back to green, an unknown gray to cool gray', () => {
  const strange = themeFrom({ primary: 'hotpink', gray: 'constructor' });
  expect(strange.primaryColor).toBe('green');
  expect(strange.colors?.gray).toEqual(theme.colors?.gray);
  const other = themeFrom({ primary: 'blue', gray: 'neutral' });
  expect(other.primaryColor).toBe('blue');
  expect(other.colors?.gray).not.toEqual(theme.colors?.gray);
});

it('spec:124 the primary colour is green, the gray is cool', () => {
  expect(COLORS).toEqual({ primary: 'green', gray: 'cool' });
  expect(theme.primaryColor).toBe('green');
  const [red = 0, , blue = 0] = hex(theme.colors?.gray?.[5] ?? '');
  expect(blue).toBeGreaterThan(red);
});
const hex = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
