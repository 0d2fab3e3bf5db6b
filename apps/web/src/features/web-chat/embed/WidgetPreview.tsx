import type { Locale, UserView } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import type { ChannelGreeting, EmbedLook } from '@hanasu/contract/embed';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import classes from './Embed.module.css';
import type { ShownLook } from './LookForm.tsx';

const SCHEMES = ['light', 'dark'] as const;
const SIZES = ['phone', 'desktop'] as const;
const NO_COLOUR = '#15803d';

interface WidgetPreviewProps {
  look: ShownLook;
  /** Of the channel, instead of the words of the look. */
  greeting: ChannelGreeting | null;
  language: Locale;
  bot: BotView;
}

/** The widget itself, in its true size, with the look that is being chosen. */
export function WidgetPreview({ look, greeting, language, bot }: WidgetPreviewProps) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const own = useComputedColorScheme('light');
  const [chosen, setScheme] = useState<(typeof SCHEMES)[number] | null>(null);
  const [size, setSize] = useState<(typeof SIZES)[number]>('phone');
  const scheme = chosen ?? own;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const shown = JSON.stringify({
    hanasuPreview: lookOf(look, { bot, greeting, scheme, shop: me?.account }),
    language,
    scheme,
  });
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      const isOurs = source === frame.current?.contentWindow && origin === window.location.origin;
      if (isOurs && data === 'hanasu-preview') setReady(true);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(shown), window.location.origin);
  }, [isReady, shown]);
  return (
    <div className={classes.preview}>
      <div className={classes.previewTools}>
        <SegmentedControl
          size="xs"
          aria-label={t('webChannel.size')}
          data={SIZES.map((value) => ({ value, label: t(`webChannel.sizes.${value}`) }))}
          value={size}
          onChange={(value) => setSize(value === 'desktop' ? 'desktop' : 'phone')}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('webChannel.visitorScheme')}
          data={SCHEMES.map((value) => ({ value, label: t(`webChannel.schemes.${value}`) }))}
          value={scheme}
          onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
        />
      </div>
      <iframe
        ref={frame}
        className={classes.previewFrame}
        data-size={size}
        src={`/Bot/${bot.uuid}/chat_embed?preview`}
        title={t('embed.preview')}
      />
    </div>
  );
}

interface Fallbacks extends Pick<WidgetPreviewProps, 'bot' | 'greeting'> {
  readonly scheme: 'light' | 'dark';
  readonly shop: UserView['account'] | undefined;
}

/** As the server sends it to browsers: the title that is left out is the shop's name, other texts are the bot's. */
function lookOf(look: ShownLook, { bot, greeting, scheme, shop }: Fallbacks): EmbedLook {
  const complete = (locale: Locale) => ({
    title: look.texts[locale].title || (shop?.name ?? ''),
    greeting: fillVariables(
      greeting?.texts[locale] ?? (look.texts[locale].greeting || bot.greeting),
      bot.settings.variables,
    ),
    placeholder: look.texts[locale].placeholder,
  });
  return {
    botUuid: bot.uuid,
    logoUrl: shop?.logo?.url ?? null,
    texts: { en: complete('en'), ja: complete('ja'), vi: complete('vi') },
    greetingBubbles: greeting?.bubbles ?? [],
    colour: /^#[0-9a-f]{6}$/i.test(look.colour) ? look.colour : NO_COLOUR,
    theme: look.theme === 'auto' ? scheme : look.theme,
    position: look.position,
    launcher: look.launcher,
    greetingDelay: null,
    suggestedQuestions: [...(greeting?.quickReplies ?? []), ...bot.settings.suggestedQuestions],
    identityRequired: false,
  };
}
