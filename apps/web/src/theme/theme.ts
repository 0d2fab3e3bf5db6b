import {
  Badge,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  Menu,
  Modal,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';
import { grayNamed, PALETTES, primaryNamed } from './palettes.ts';

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

export const theme = themeFrom(COLORS);
