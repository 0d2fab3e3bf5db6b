import {
  Badge,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  Menu,
  Modal,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';

const FONTS =
  'system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic UI", sans-serif';

// autoContrast is worked out for the light mode only; the dark mode's brighter fills need dark words.
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--text-on-fill)' } : colors;
};

/** What this installation looks like, by name. */
export const COLORS = { primary: 'green', gray: 'cool' };

/** Colours by name, as they are configured; names that are not known fall back to green and cool gray. */
export const themeFrom = ({ primary, gray }: { primary: string; gray: string }) =>
  createTheme({
    ...LOOK,
    primaryColor: primaryNamed(primary),
    colors: { ...PALETTES, gray: grayNamed(gray) },
  });

const LOOK = {
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  variantColorResolver,
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  fontFamily: FONTS,
  headings: { fontFamily: FONTS, fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '11px', xl: '18px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', variant: 'light', radius: 'sm', fw: 500 } }),
    Button: Button.extend({ defaultProps: { fw: 500 } }),
    // Otherwise axe finds a child that is not a menu item.
    Menu: Menu.extend({
      defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 100 } },
    }),
    Modal: Modal.extend({
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 100 },
        radius: 'lg',
      },
      styles: {
        content: { background: 'var(--surface-card)' },
        header: { background: 'var(--surface-card)' },
        title: { fontWeight: 600, fontSize: 16 },
      },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, transitionProps: { duration: 80 }, withArrow: false },
    }),
  },
} satisfies MantineThemeOverride;

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
const PALETTES = { ...PRIMARIES, dark } as const;

const has = <Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> =>
  Object.hasOwn(names, name);
/** The primary colour of that name; green when there is none. */
const primaryNamed = (name: string): keyof typeof PRIMARIES => (has(PRIMARIES, name) ? name : 'green');
/** The gray of that name; cool gray when there is none. */
const grayNamed = (name: string): Ten => GRAYS[has(GRAYS, name) ? name : 'cool'];

export const theme = themeFrom(COLORS);
