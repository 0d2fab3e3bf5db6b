import type { BotView } from '@hanasu/contract/bots';
import { createSandboxChannel } from '@hanasu/contract/channels';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { kindsFor } from '../../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { useKindName } from '../../../entities/channel/use-kind-name.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import classes from './ConnectNext.module.css';

/** A bot that no channel asks yet: where it can be tried and put to work. */
export function ConnectNext({ bot }: { bot: BotView }) {
  const { t, locale } = useWords();
  const nameOf = useKindName();
  const mayConnect = usePermission(createSandboxChannel);
  const { data: channels } = useQuery(channelsQuery);
  const isAsked = channels?.items.some(
    ({ botUuid, groupUuid }) => botUuid === bot.uuid || groupUuid !== null,
  );
  if (!mayConnect || isAsked !== false) return null;
  return (
    <nav className={classes.next} aria-label={t('botEditor.connectNext')}>
      <span className={classes.words}>{t('botEditor.connectNext')}</span>
      <Button
        size="compact-sm"
        leftSection={<Icon name="smartphone" size={14} />}
        renderRoot={(props) => <Link to="/Channel" search={{ connect: 'sandbox' }} {...props} />}
      >
        {t('firstSteps.channel.action')}
      </Button>
      {kindsFor(locale).map(({ manifest }) => (
        <Button
          key={manifest.kind}
          size="compact-sm"
          variant="default"
          className={classes.kind ?? ''}
          renderRoot={(props) => <Link to="/Channel" search={{ connect: manifest.kind }} {...props} />}
        >
          {nameOf(manifest.kind)}
        </Button>
      ))}
    </nav>
  );
}
