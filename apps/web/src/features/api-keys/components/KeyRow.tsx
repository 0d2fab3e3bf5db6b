import type { ApiKeyView } from '@hanasu/contract/api-keys';
import type { BotId } from '@hanasu/contract/ids';
import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useRevokeApiKey } from '../api-keys.queries.ts';
import classes from './ApiKeys.module.css';
import { EditKeyDialog } from './KeyDialog.tsx';

interface KeyRowProps {
  apiKey: ApiKeyView;
  botNames: ReadonlyMap<BotId, string> | undefined;
}

export function KeyRow({ apiKey, botNames }: KeyRowProps) {
  const { t } = useWords();
  const isExpired = apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now();
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          <strong>{apiKey.name}</strong>
          <span className={classes.prefix}>{apiKey.prefix}…</span>
          {apiKey.revokedAt && <Badge color="gray">{t('apiKeys.revoked')}</Badge>}
          {!apiKey.revokedAt && isExpired && <Badge color="yellow">{t('apiKeys.expired')}</Badge>}
          {!apiKey.revokedAt && apiKey.makerRole === null && (
            <Badge color="red">{t('apiKeys.stopped')}</Badge>
          )}
          {!apiKey.revokedAt && (apiKey.makerRole === 'operator' || apiKey.makerRole === 'viewer') && (
            <Badge color="yellow">
              {t('apiKeys.limited', { role: t(`shell.roles.${apiKey.makerRole}`) })}
            </Badge>
          )}
        </Group>
        <KeyFacts apiKey={apiKey} botNames={botNames} isExpired={isExpired} />
      </div>
      {!apiKey.revokedAt && <KeyActions apiKey={apiKey} />}
    </li>
  );
}

function KeyFacts({ apiKey, botNames, isExpired }: KeyRowProps & { isExpired: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const scopes = apiKey.scopes.map((scope) => t(`apiKeys.scopes.${scope}`)).join(', ');
  const bots = apiKey.botUuids
    ?.map((uuid) => botNames?.get(uuid) ?? (botNames ? t('apiKeys.goneBot') : '…'))
    .join(', ');
  const when = format.ago(apiKey.createdAt);
  const tokens = format.number(apiKey.spentThisMonth);
  const facts = [
    apiKey.createdBy ? t('apiKeys.madeBy', { when, name: apiKey.createdBy }) : t('apiKeys.made', { when }),
    apiKey.lastUsedAt ? t('apiKeys.used', { when: format.ago(apiKey.lastUsedAt) }) : t('apiKeys.unused'),
    apiKey.expiresAt && !isExpired ? t('apiKeys.until', { date: format.date(apiKey.expiresAt) }) : null,
    apiKey.monthlyBudget === null
      ? t('apiKeys.spent', { tokens })
      : t('apiKeys.spentOf', { tokens, budget: format.number(apiKey.monthlyBudget) }),
  ];
  return (
    <>
      <span className={classes.sub}>
        {scopes} · {bots ?? t('apiKeys.allBots')}
      </span>
      <span className={classes.sub}>{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}

function KeyActions({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useWords();
  const [editing, edit] = useDisclosure(false);
  const [asking, ask] = useDisclosure(false);
  const revoke = useRevokeApiKey();
  const { uuid, name } = apiKey;
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" aria-label={`${t('apiKeys.edit')}: ${name}`} onClick={edit.open}>
        {t('apiKeys.edit')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={`${t('apiKeys.revoke')}: ${name}`}
        onClick={ask.open}
      >
        {t('apiKeys.revoke')}
      </Button>
      <EditKeyDialog apiKey={apiKey} opened={editing} onClose={edit.close} />
      <ConfirmDelete
        opened={asking}
        onClose={ask.close}
        title={t('apiKeys.revokeTitle', { name })}
        action={t('apiKeys.revoke')}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(uuid, {
            onSuccess: () => {
              ask.close();
              toasts.add({ title: t('apiKeys.revokedToast', { name }) });
            },
          })
        }
      >
        {t('apiKeys.revokeText')}
      </ConfirmDelete>
    </Group>
  );
}
