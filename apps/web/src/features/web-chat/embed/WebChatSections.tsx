import type { Locale } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import type { EmbedSetting } from '@hanasu/contract/embed';
import { Stack } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Surface } from '../../../shell/components/Surface.tsx';
import classes from './Embed.module.css';
import { IdentityField } from './IdentityField.tsx';
import { LookForm, type ShownLook } from './LookForm.tsx';
import { SitesForm } from './SitesForm.tsx';
import { Snippets } from './Snippets.tsx';
import { WebChatSwitch } from './WebChatSwitch.tsx';
import { WidgetPreview } from './WidgetPreview.tsx';

interface WebChatSectionsProps {
  setting: EmbedSetting;
  bot: BotView;
}

/** From the switch to who is let in, with the chat itself beside it. */
export function WebChatSections({ setting, bot }: WebChatSectionsProps) {
  const { t, locale } = useWords();
  const [shown, setShown] = useState<{ look: ShownLook; language: Locale }>({
    look: setting,
    language: locale,
  });
  const onShown = useCallback((look: ShownLook, language: Locale) => setShown({ look, language }), []);
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <Stack gap="md">
          <Surface>
            <WebChatSwitch botUuid={bot.uuid} setting={setting} isPublished={bot.version > 0} />
          </Surface>
          {setting.enabled && (
            <Section id="snippet" title={t('embed.snippet')}>
              <Snippets setting={setting} />
            </Section>
          )}
          <Section id="look" title={t('embed.design')}>
            <LookForm setting={setting} bot={bot} onShown={onShown} />
          </Section>
          <Section id="sites" title={t('webChannel.sites')}>
            <SitesForm setting={setting} />
          </Section>
          <Surface>
            <IdentityField setting={setting} />
          </Surface>
        </Stack>
        <WidgetPreview {...shown} bot={bot} />
      </div>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Surface aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.sectionTitle}>
        {title}
      </h2>
      {children}
    </Surface>
  );
}
