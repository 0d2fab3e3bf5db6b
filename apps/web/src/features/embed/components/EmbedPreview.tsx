import type { Locale } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import type { EmbedConfig } from '@hanasu/contract/embed';
import { useComputedColorScheme } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { textOn } from '../text-on.ts';
import classes from './Embed.module.css';

interface EmbedPreviewProps {
  values: Pick<EmbedConfig, 'texts' | 'colour' | 'theme' | 'position' | 'launcher'>;
  language: Locale;
  bot: BotView;
}

const ICONS = { chat: 'message-circle', question: 'circle-help', spark: 'sparkles' } as const;

/** The chat as visitors will see it, while it is being changed. */
export function EmbedPreview({ values, language, bot }: EmbedPreviewProps) {
  const { t } = useWords();
  const scheme = useComputedColorScheme('light');
  const texts = values.texts[language];
  const isDark = values.theme === 'dark' || (values.theme === 'auto' && scheme === 'dark');
  const colour = /^#[0-9a-f]{6}$/i.test(values.colour) ? values.colour : '#15803d';
  const brand = { background: colour, color: textOn(colour) };
  return (
    <div
      className={classes.preview}
      data-position={values.position}
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
  );
}
