import type { WebHookView } from '@hanasu/contract/web-hooks';
import { ActionIcon, Badge, Button, Group, Menu, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import classes from '../../api-keys/components/ApiKeys.module.css';
import { eventWord } from '../event-word.ts';
import { STATE_COLORS } from '../state-colors.ts';
import { useSwitchWebHook, useTestWebHook } from '../web-hooks.queries.ts';
import { HookDialog } from './HookDialogs.tsx';
import { HookLog } from './HookLog.tsx';
import { RemoveHook, RenewSecret } from './HookQuestions.tsx';

export function HookRow({ hook }: { hook: WebHookView }) {
  const { t } = useWords();
  const format = useFormat();
  const toggle = useSwitchWebHook();
  const { url, last } = hook;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          <strong>{hook.description || URL.parse(url)?.host || url}</strong>
          {!hook.enabled && <Badge color="gray">{t('webHooks.off')}</Badge>}
          {last && <Badge color={STATE_COLORS[last.state]}>{t(`webHooks.states.${last.state}`)}</Badge>}
        </Group>
        <span className={classes.sub}>{url}</span>
        <span className={classes.sub}>
          {hook.events.map((event) => eventWord(t, event)).join(', ')} ·{' '}
          {last ? format.ago(last.time) : t('webHooks.nothingSent')}
        </span>
      </div>
      <Group gap="xs">
        <Switch
          checked={hook.enabled}
          disabled={toggle.isPending}
          aria-label={t('webHooks.switchOf', { url })}
          onChange={(event) => toggle.mutate({ uuid: hook.uuid, enabled: event.currentTarget.checked })}
        />
        <HookActions hook={hook} />
      </Group>
    </li>
  );
}

function HookActions({ hook }: { hook: WebHookView }) {
  const { t } = useWords();
  const [editing, edit] = useDisclosure(false);
  const [reading, log] = useDisclosure(false);
  const [renewing, renew] = useDisclosure(false);
  const [removing, remove] = useDisclosure(false);
  const test = useTestWebHook();
  return (
    <>
      <Button size="xs" variant="default" onClick={log.open}>
        {t('webHooks.log')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('webHooks.more', { url: hook.url })}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="send" />}
            onClick={() =>
              test.mutate(hook.uuid, { onSuccess: () => toasts.add({ title: t('webHooks.testSent') }) })
            }
          >
            {t('webHooks.test')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={edit.open}>
            {t('webHooks.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="key-round" />} onClick={renew.open}>
            {t('webHooks.renew')}
          </Menu.Item>
          <Menu.Item c="var(--danger-text)" leftSection={<Icon name="trash-2" />} onClick={remove.open}>
            {t('webHooks.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <HookDialog hook={hook} opened={editing} onClose={edit.close} />
      <HookLog hook={hook} opened={reading} onClose={log.close} />
      <RenewSecret hook={hook} opened={renewing} onClose={renew.close} />
      <RemoveHook hook={hook} opened={removing} onClose={remove.close} />
    </>
  );
}
