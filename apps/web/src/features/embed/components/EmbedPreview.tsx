import type { Locale } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import type { EmbedConfig } from '@hanasu/contract/embed';
import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Embed.module.css';

interface EmbedPreviewProps {
  values: Pick<EmbedConfig, 'texts' | 'colour' | 'theme' | 'position' | 'launcher'>;
  language: Locale;
  bot: BotView;
}

const SCHEMES = ['light', 'dark'] as const;
const SIZES = ['desktop', 'phone'] as const;

const ICONS = { chat: 'message-circle', question: 'circle-help', spark: 'sparkles' } as const;

/** The chat as visitors will see it, while it is being changed. */
export function EmbedPreview({ values, language, bot }: EmbedPreviewProps) {
  const { t } = useWords();
  const own = useComputedColorScheme('light');
  const [scheme, setScheme] = useState(own);
  const [size, setSize] = useState<(typeof SIZES)[number]>('desktop');
  const texts = values.texts[language];
  const isDark = values.theme === 'dark' || (values.theme === 'auto' && scheme === 'dark');
  const colour = /^#[0-9a-f]{6}$/i.test(values.colour) ? values.colour : '#15803d';
  const brand = { background: colour, color: textOn(colour) };
  return (
    <div className={classes.preview}>
      <SegmentedControl
        size="xs"
        aria-label={t('webChannel.visitorScheme')}
        data={SCHEMES.map((value) => ({ value, label: t(`webChannel.schemes.${value}`) }))}
        value={scheme}
        onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('webChannel.size')}
        data={SIZES.map((value) => ({ value, label: t(`webChannel.sizes.${value}`) }))}
        value={size}
        onChange={(value) => setSize(value === 'phone' ? 'phone' : 'desktop')}
      />
      <div
        className={classes.stage}
        data-position={values.position}
        data-size={size}
        data-dark={scheme === 'dark' || undefined}
        role="img"
        aria-label={t('embed.preview')}
      >
        <div className={classes.window} data-dark={isDark || undefined}>
          <div className={classes.head} style={brand}>
            {texts.title || bot.name}
          </div>
          <div className={classes.talk}>
            {(texts.greeting || bot.greeting) && (
              <span className={classes.said}>{texts.greeting || bot.greeting}</span>
            )}
          </div>
          <div className={classes.field}>{texts.placeholder || t('chat.placeholder')}</div>
        </div>
        <span className={classes.launcher} style={brand}>
          <Icon name={ICONS[values.launcher]} size={22} />
        </span>
      </div>
    </div>
  );
}

/** Black or white, whichever reads better on a colour (`#rrggbb`); as in the widget. */
function textOn(colour: string): '#ffffff' | '#111418' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#111418';
}
