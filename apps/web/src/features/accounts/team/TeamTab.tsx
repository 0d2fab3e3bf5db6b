import { Email, ROLES, type UserView } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { createSandboxChannel } from '@hanasu/contract/channels';
import type { Endpoint } from '@hanasu/contract/endpoint';
import { listConversations, sendOperatorMessage } from '@hanasu/contract/inbox';
import { createKnowledge } from '@hanasu/contract/knowledge';
import { createExport } from '@hanasu/contract/privacy';
import {
  createInvitation,
  GivenRole,
  type InvitationView,
  listAudit,
  listInvitations,
  type MemberView,
  transferOwnership,
} from '@hanasu/contract/team';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Avatar, Badge, Button, Group, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { ConfirmEmailFirst } from '../../../shell/session/ConfirmEmailFirst.tsx';
import { roleReaches, usePermission } from '../../../shell/use-permission.ts';
import { MemberMenu } from './MemberMenu.tsx';
import classes from './Team.module.css';
import {
  invitationsQuery,
  membersQuery,
  useChangeMember,
  useDeleteInvitation,
  useInvite,
  useResendInvitation,
} from './team.queries.ts';

function InvitationList() {
  const { t } = useWords();
  const { data } = useQuery(invitationsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <>
      <h3 className={classes.waiting}>{t('team.waiting')}</h3>
      <ul className={classes.list}>
        {data.items.map((invitation) => (
          <InvitationRow key={invitation.uuid} invitation={invitation} />
        ))}
      </ul>
    </>
  );
}

const showError = (error: unknown) => toasts.add({ title: errorMessage(error), color: 'error' });

function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { t } = useWords();
  const format = useFormat();
  const resend = useResendInvitation();
  const remove = useDeleteInvitation();
  const { uuid, email } = invitation;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          {email}
          <Badge color="gray">{t(`shell.roles.${invitation.role}`)}</Badge>
          {invitation.expired && <Badge color="yellow">{t('team.expired')}</Badge>}
        </Group>
        <span className={classes.sub} title={format.dateTime(invitation.createdAt)}>
          {t('team.invitedBy', { name: invitation.invitedBy, when: format.ago(invitation.createdAt) })}
        </span>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('account.sendAgain')}: ${email}`}
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(uuid, {
              onSuccess: () => toasts.add({ title: t('team.invited', { email }) }),
              onError: showError,
            })
          }
        >
          {t('account.sendAgain')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={`${t('team.takeBack')}: ${email}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(uuid, { onError: showError })}
        >
          {t('team.takeBack')}
        </Button>
      </Group>
    </li>
  );
}

const Invitation = z.object({ email: Email, role: GivenRole });
const EMPTY: z.input<typeof Invitation> = { email: '', role: 'operator' };
const FIELD_BY_CODE = { already_member: 'email', already_invited: 'email' } as const;

function InviteForm() {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(Invitation), defaultValues: EMPTY });
  const invite = useInvite();
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await invite.mutateAsync(values);
      form.reset({ ...EMPTY, role: values.role });
      toasts.add({ title: t('team.invited', { email: values.email }) });
    } catch (error) {
      applyFormError(form, error, FIELD_BY_CODE);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <ConfirmEmailFirst />
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <div className={classes.invite}>
          <TextInput
            aria-label={t('accounts.email')}
            placeholder={t('accounts.email')}
            type="email"
            autoComplete="off"
            {...form.register('email')}
            error={errors.email?.message}
          />
          <Controller
            control={form.control}
            name="role"
            render={({ field }) => (
              <Select
                aria-label={t('team.role')}
                data={GivenRole.options.map((value) => ({ value, label: t(`shell.roles.${value}`) }))}
                allowDeselect={false}
                w={150}
                {...field}
              />
            )}
          />
          <Button type="submit" loading={invite.isPending}>
            {t('team.sendInvitation')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

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

function RoleTable() {
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

/** Who shares the account, and what each may do. */
export function TeamTab({ user }: { user: UserView }) {
  const { t } = useWords();
  const members = useQuery(membersQuery);
  const mayInvite = usePermission(listInvitations);
  return (
    <Stack gap="md">
      {mayInvite && (
        <SettingsSection title={t('team.invite')} text={t('team.inviteText')}>
          <InviteForm />
          <InvitationList />
        </SettingsSection>
      )}
      <SettingsSection title={t('team.members')} text={t('team.membersText')}>
        {members.isError && <ErrorNotice error={members.error} onRetry={() => void members.refetch()} />}
        {members.isPending && <Skeleton height={120} aria-hidden />}
        <ul className={classes.list}>
          {members.data?.items.map((member) => (
            <MemberRow key={member.uuid} member={member} user={user} />
          ))}
        </ul>
      </SettingsSection>
      <SettingsSection title={t('team.roles')} text={t('team.rolesText')}>
        <RoleTable />
      </SettingsSection>
    </Stack>
  );
}

const rank = (role: UserView['role']): number => ROLES.indexOf(role);

interface MemberRowProps {
  member: MemberView;
  /** Who is looking: decides what can be changed. */
  user: UserView;
}

function MemberRow({ member, user }: MemberRowProps) {
  const { t } = useWords();
  const format = useFormat();
  const change = useChangeMember();
  const isSelf = member.uuid === user.uuid;
  const isManager = user.role === 'owner' || user.role === 'admin';
  const mayChange = isManager && !isSelf && member.role !== 'owner' && rank(member.role) >= rank(user.role);
  const giveable = GivenRole.options.filter((role) => rank(role) >= rank(user.role));
  const seen = member.lastSeenAt
    ? t('team.seen', { when: format.ago(member.lastSeenAt) })
    : t('team.neverSeen');
  return (
    <li className={classes.item}>
      <Avatar src={member.avatar?.url ?? null} name={member.displayName} size={36} color="green" alt="" />
      <div className={classes.words}>
        <Group gap={8}>
          {member.displayName}
          {isSelf && <Badge color="green">{t('team.you')}</Badge>}
          {member.secondFactor && <Badge color="gray">{t('team.twoStep')}</Badge>}
        </Group>
        <span className={classes.sub}>
          {[member.email ?? member.username, seen].filter(Boolean).join(' · ')}
        </span>
      </div>
      {mayChange ? (
        <Select
          aria-label={t('team.roleOf', { name: member.displayName })}
          data={giveable.map((value) => ({ value, label: t(`shell.roles.${value}`) }))}
          value={member.role}
          allowDeselect={false}
          w={140}
          disabled={change.isPending}
          onChange={(value) => {
            const role = GivenRole.safeParse(value).data;
            if (!role) return;
            change.mutate(
              { uuid: member.uuid, role },
              { onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }) },
            );
          }}
        />
      ) : (
        <Badge color="gray">{t(`shell.roles.${member.role}`)}</Badge>
      )}
      <MemberMenu member={member} user={user} mayRemove={mayChange} />
    </li>
  );
}
