import { ROLES } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { createSandboxChannel } from '@hanasu/contract/channels';
import type { Endpoint } from '@hanasu/contract/endpoint';
import { listConversations, sendOperatorMessage } from '@hanasu/contract/inbox';
import { createKnowledge } from '@hanasu/contract/knowledge';
import { createExport } from '@hanasu/contract/privacy';
import { createInvitation, listAudit, transferOwnership } from '@hanasu/contract/team';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { roleReaches } from '../../../shell/use-may.ts';
import classes from './Team.module.css';

/** What people ask about, each with the endpoint that decides it: the table can't say anything else than the server. */
const RIGHTS = {
  look: listConversations,
  reply: sendOperatorMessage,
  bots: createBot,
  knowledge: createKnowledge,
  channels: createSandboxChannel,
  people: createInvitation,
  log: listAudit,
  export: createExport,
  ownership: transferOwnership,
} as const satisfies Record<string, Endpoint>;
type Right = keyof typeof RIGHTS;
const NAMES = Object.keys(RIGHTS) as Right[];

export function RoleTable() {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className={classes.scroll} aria-label={t('team.roles')} tabIndex={0}>
      <table className={classes.roles}>
        <thead>
          <tr>
            <th scope="col">{t('team.right')}</th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {t(`shell.roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NAMES.map((right) => (
            <tr key={right}>
              <th scope="row">{t(`team.rights.${right}`)}</th>
              {ROLES.map((role) => (
                <td key={role}>
                  {roleReaches(role, RIGHTS[right].access) ? (
                    <Icon name="check" label={t('team.yes')} />
                  ) : (
                    <span>–</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
