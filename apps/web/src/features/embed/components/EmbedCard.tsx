import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Button, Skeleton, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { EditableFor } from '../../../shell/components/OnlyFor.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { botQuery } from '../../bots/bots.queries.ts';
import { embedQuery, useUpdateEmbed } from '../embed.queries.ts';
import classes from './Embed.module.css';
import { EmbedForm } from './EmbedForm.tsx';
import { IdentityField } from './IdentityField.tsx';
import { Snippets } from './Snippets.tsx';

/** As long as a page is still being filled, what was come for stays in sight. */
const SETTLES_MS = 3000;

/** Who comes from the list of sites wants this part of the long page, and not to be held there against their will. */
function usePlace() {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useLocation({ select: ({ hash }) => hash === 'embed' });
  useEffect(() => {
    const page = place.current?.parentElement;
    if (!wanted || !page) return;
    const observer = new ResizeObserver(() => place.current?.scrollIntoView());
    observer.observe(page);
    const events = new AbortController();
    const stop = () => {
      observer.disconnect();
      events.abort();
    };
    for (const own of ['wheel', 'pointerdown', 'keydown'] as const)
      window.addEventListener(own, stop, { signal: events.signal, passive: true });
    const timer = setTimeout(stop, SETTLES_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted]);
  return place;
}

/** A bot on web sites: on or off, where, how it looks, and what to paste. */
export function EmbedCard({ botUuid }: { readonly botUuid: BotId }) {
  const { t } = useWords();
  const setting = useQuery(embedQuery(botUuid));
  const bot = useQuery(botQuery(botUuid));
  const update = useUpdateEmbed(botUuid);
  const place = usePlace();
  return (
    <div ref={place} className={classes.place}>
      <StackedSection title={t('embed.title')} text={t('embed.text')}>
        {setting.isError && <FaultNotice error={setting.error} onRetry={() => void setting.refetch()} />}
        {setting.isPending && <Skeleton height={160} aria-hidden />}
        {setting.data && (
          <EditableFor endpoint={updateEmbedSetting}>
            <Stack gap="lg">
              <Switch
                label={t('embed.enabled')}
                checked={setting.data.enabled}
                disabled={update.isPending}
                onChange={(event) => update.mutate({ enabled: event.currentTarget.checked })}
              />
              {update.isError && (
                <Alert color="red" role="alert">
                  {faultWords(update.error)}
                </Alert>
              )}
              {setting.data.enabled && bot.data && (
                <>
                  {bot.data.version === 0 && <Alert color="yellow">{t('embed.publishFirst')}</Alert>}
                  <Snippets setting={setting.data} />
                  <div>
                    <Button
                      variant="default"
                      leftSection={<Icon name="palette" />}
                      renderRoot={(props) => (
                        <Link to="/Channel/custom_chat" search={{ bot: botUuid }} {...props} />
                      )}
                    >
                      {t('embed.design')}
                    </Button>
                  </div>
                  <EmbedForm setting={setting.data} />
                  <IdentityField setting={setting.data} />
                </>
              )}
            </Stack>
          </EditableFor>
        )}
      </StackedSection>
    </div>
  );
}
