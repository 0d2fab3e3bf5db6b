import {
  type BadgeProps,
  type ButtonProps,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type MenuProps,
  type ModalProps,
  type TagsInputProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core';
import { isInputMethodKey } from './input-method.ts';
import { keepTabInView } from './tab-row.ts';

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
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver,
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  fontFamily: 'var(--font-ui)',
  headings: { fontFamily: 'var(--font-ui)', fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '14px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // The components themselves are not imported here: each page would load them all.
  components: {
    Badge: { defaultProps: { tt: 'none', variant: 'light', radius: 'sm', fw: 500 } satisfies BadgeProps },
    Button: { defaultProps: { fw: 500 } satisfies ButtonProps },
    // Otherwise axe finds a child that is not a menu item.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        transitionProps: { duration: 100 },
      } satisfies MenuProps,
    },
    Modal: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 100 },
        radius: 'lg',
      } satisfies Partial<ModalProps>,
      styles: {
        content: { background: 'var(--surface-card)' },
        header: { background: 'var(--surface-card)' },
        title: { fontWeight: 600, fontSize: 16 },
      },
    },
    Drawer: { styles: { title: { fontWeight: 600, fontSize: 16 } } },
    // It looks at `isComposing` alone, and would take a word that Safari's input method has just converted.
    TagsInput: {
      defaultProps: {
        onKeyDown: (event) => isInputMethodKey(event.nativeEvent) && event.stopPropagation(),
      } satisfies Partial<TagsInputProps>,
    },
    TabsList: { defaultProps: { ref: keepTabInView } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        transitionProps: { duration: 80 },
        withArrow: false,
      } satisfies Partial<TooltipProps>,
    },
  },
} satisfies MantineThemeOverride;

type Ten = MantineColorsTuple;
// The ink and the green stamp of the product; the others are Tailwind's, since Mantine's own miss AA contrast.
const gray: Ten = [
  '#f7f8fa',
  '#f0f2f5',
  '#e3e6eb',
  '#ced3db',
  '#9aa2af',
  '#6a7381',
  '#4f5866',
  '#38404d',
  '#232a35',
  '#141922',
];
const green: Ten = [
  '#eef8f1',
  '#d9efe0',
  '#b4dfc2',
  '#82c99c',
  '#55b57f',
  '#2b9159',
  '#177a46',
  '#0d6538',
  '#0b512f',
  '#083a23',
];
/** Persimmon: a person, and nothing else. */
const kaki: Ten = [
  '#fff4ee',
  '#fee5d9',
  '#fcc8b0',
  '#f8a57f',
  '#f08a5d',
  '#e0602d',
  '#c2461a',
  '#a83c15',
  '#873214',
  '#5f2410',
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
  '#e8ebef',
  '#c6cdd6',
  '#a9b2bd',
  '#929ca8',
  '#3c4651',
  '#272f38',
  '#171c22',
  '#12161b',
  '#0d1115',
  '#080b0e',
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
const PALETTES = { ...PRIMARIES, kaki, dark } as const;

const has = <Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> =>
  Object.hasOwn(names, name);
/** The primary colour of that name; green when there is none. */
const primaryNamed = (name: string): keyof typeof PRIMARIES => (has(PRIMARIES, name) ? name : 'green');
/** The gray of that name; cool gray when there is none. */
const grayNamed = (name: string): Ten => GRAYS[has(GRAYS, name) ? name : 'cool'];

export const theme = themeFrom(COLORS);
