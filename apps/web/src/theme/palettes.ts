import type { MantineColorsTuple } from '@mantine/core';

type Ten = MantineColorsTuple;
// Tailwind palettes: Mantine's own miss AA contrast on tinted badges and dimmed text.
const gray: Ten = [
  '#f9fafb',
  '#f3f4f6',
  '#e5e7eb',
  '#d1d5db',
  '#9ca3af',
  '#6b7280',
  '#4b5563',
  '#374151',
  '#1f2937',
  '#111827',
];
const green: Ten = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22c55e',
  '#16a34a',
  '#15803d',
  '#166534',
  '#14532d',
];
const blue: Ten = [
  '#eff6ff',
  '#dbeafe',
  '#bfdbfe',
  '#93c5fd',
  '#60a5fa',
  '#3b82f6',
  '#2563eb',
  '#1d4ed8',
  '#1e40af',
  '#1e3a8a',
];
const red: Ten = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
];
const yellow: Ten = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#f59e0b',
  '#d97706',
  '#b45309',
  '#92400e',
  '#78350f',
];
const dark: Ten = [
  '#e6e9ee',
  '#c8cdd6',
  '#a0a8b6',
  '#8a93a3',
  '#343b48',
  '#272d38',
  '#1b2029',
  '#0e1116',
  '#0a0d11',
  '#06080b',
];

// Tailwind's neutral: a gray without blue in it.
const neutral: Ten = [
  '#fafafa',
  '#f5f5f5',
  '#e5e5e5',
  '#d4d4d4',
  '#a3a3a3',
  '#737373',
  '#525252',
  '#404040',
  '#262626',
  '#171717',
];

const PRIMARIES = { green, blue, red, yellow } as const;
const GRAYS = { cool: gray, neutral } as const;
export const PALETTES = { ...PRIMARIES, dark } as const;

const has = <Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> =>
  Object.hasOwn(names, name);
/** The primary colour of that name; green when there is none. */
export const primaryNamed = (name: string): keyof typeof PRIMARIES => (has(PRIMARIES, name) ? name : 'green');
/** The gray of that name; cool gray when there is none. */
export const grayNamed = (name: string): Ten => GRAYS[has(GRAYS, name) ? name : 'cool'];
