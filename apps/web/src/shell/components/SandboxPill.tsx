import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';
import { systemQuery } from '../shell.queries.ts';
import classes from './Sidebar.module.css';

const PARTS = ['models', 'embeddings', 'channels', 'mail', 'payments', 'files', 'database'] as const;
const knownPart = (part: string) => PARTS.find((known) => known === part);

/** Says which parts are stand-ins and which setting makes each real. */
export function SandboxPill({ narrow }: { narrow: boolean }) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  if (!system?.sandboxed.length) return null;
  return (
    <Popover width={330} position="top-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.sandbox}
          title={t('shell.sandbox.title')}
          {...(narrow ? { 'aria-label': t('shell.sandbox.title') } : {})}
        >
          <Icon name="flask-conical" />
          {!narrow && <span>{t('shell.sandbox.pill')}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text fw={600} size="sm">
            {t('shell.sandbox.title')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('shell.sandbox.text')}
          </Text>
          <ul className={classes.parts}>
            {system.sandboxed.map(({ part, setting }) => {
              const known = knownPart(part);
              return (
                <li key={part}>
                  {known ? t(`shell.sandbox.parts.${known}`) : part}
                  {known === 'mail' && (
                    <>
                      {' '}
                      <Link to="/dev/outbox">{t('accounts.forgot.toOutbox')}</Link>
                    </>
                  )}
                  <br />
                  <span className={classes.partSetting}>{t('shell.sandbox.becomesReal', { setting })}</span>
                </li>
              );
            })}
          </ul>
          {!system.publicUrlReachable && <Text size="sm">{t('shell.sandbox.unreachable')}</Text>}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
