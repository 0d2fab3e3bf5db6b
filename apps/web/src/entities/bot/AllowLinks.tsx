import { updateBot } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import classes from './AllowLinks.module.css';
import { botQuery, linkHostsQuery, usePutLive } from './bots.queries.ts';

interface AllowLinksProps {
  botUuid: BotId;
  /** What the bot answered. */
  text: string;
  /** Puts a host on the list of the bot's draft. */
  onAllow: (host: string) => Promise<void>;
  /** Has the draft answer again, where that is no message to be typed. */
  onAsk?: (() => void) | null;
}

/** As answers show an address that they may not link to. */
const shownAs = (host: string): string => host.replaceAll('.', ' . ');

/**
 * Under an answer that shows an address of the bot's documents as plain text: says why, and allows its website with one
 * click. Nothing under other answers.
 */
export function AllowLinks({ botUuid, text, onAllow, onAsk = null }: AllowLinksProps) {
  const mayAllow = usePermission(updateBot);
  const hasAddress = / \. \S/.test(text);
  const { data } = useQuery({ ...linkHostsQuery(botUuid), enabled: mayAllow && hasAddress });
  // A host stays here after it was allowed, with what comes next.
  const [allowed, setAllowed] = useState<readonly string[]>([]);
  const shown = text.toLowerCase();
  const unlisted = (data?.unlisted ?? []).filter(({ host }) => shown.includes(shownAs(host)));
  const hosts = new Set([...allowed, ...unlisted.map(({ host }) => host)]);
  if (!mayAllow || !hasAddress) return null;
  return [...hosts].map((host) => (
    <AllowHost
      key={host}
      botUuid={botUuid}
      host={host}
      isAllowed={allowed.includes(host)}
      onAsk={onAsk}
      onAllow={async () => {
        await onAllow(host);
        setAllowed([...allowed, host]);
      }}
    />
  ));
}

interface AllowHostProps extends Required<Pick<AllowLinksProps, 'botUuid' | 'onAsk'>> {
  host: string;
  isAllowed: boolean;
  onAllow: () => Promise<void>;
}

function AllowHost({ botUuid, host, isAllowed, onAllow, onAsk }: AllowHostProps) {
  const { t } = useWords();
  const { data: bot } = useQuery(botQuery(botUuid));
  const queryClient = useQueryClient();
  const [isOnlyChange, setOnlyChange] = useState(false);
  const allow = useMutation({
    mutationFn: async () => {
      const { state } = await queryClient.ensureQueryData(botQuery(botUuid));
      setOnlyChange(state === 'live');
      await onAllow();
    },
    meta: { inPlace: true },
  });
  const publish = usePutLive();
  const fault = allow.error ?? publish.error;
  const next = bot?.state === 'changed' || bot?.state === 'paused' ? 'nextPublish' : 'nextAsk';
  return (
    <div className={classes.line} role="status">
      <Icon name={isAllowed ? 'check' : 'link'} size={15} />
      <span className={classes.text}>
        {isAllowed ? t(`bot.allowLinks.${next}`, { host }) : t('bot.allowLinks.why', { host })}{' '}
        {fault && <span className={classes.fault}>{errorMessage(fault)}</span>}
      </span>
      {!isAllowed && (
        <Button size="xs" variant="default" loading={allow.isPending} onClick={() => allow.mutate()}>
          {t('bot.allowLinks.allow')}
        </Button>
      )}
      {isAllowed && onAsk && next === 'nextAsk' && (
        <Button size="xs" variant="default" onClick={onAsk}>
          {t('bot.allowLinks.ask')}
        </Button>
      )}
      {isAllowed && onAsk && next === 'nextPublish' && isOnlyChange && (
        <Button
          size="xs"
          loading={publish.isPending}
          onClick={() => publish.mutate({ uuid: botUuid, state: 'draft' })}
        >
          {t('bot.publish')}
        </Button>
      )}
      {isAllowed && onAsk && next === 'nextPublish' && !isOnlyChange && (
        <Link to="/Bot/$id" params={{ id: botUuid }} search={{ tab: 'publish' }}>
          {t('bot.allowLinks.publish')}
        </Link>
      )}
    </div>
  );
}
