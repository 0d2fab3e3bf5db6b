import type { BotId } from '@hanasu/contract/ids';
import {
  changeTool,
  createTool,
  TOOL_KINDS,
  TOOLS_MAX,
  type ToolKind,
  type ToolView,
} from '@hanasu/contract/tools';
import { Button, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFailureWords } from '../../../entities/conversation/use-tool-failure-words.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { ItemActions } from '../../../shell/components/ItemActions.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { WorkflowProblem } from './N8nFields.tsx';
import { ToolPanel } from './ToolPanel.tsx';
import classes from './Tools.module.css';
import type { OpenTool } from './tool-values.ts';
import { toolsQuery, useDeleteTool, usePatchTool } from './tools.queries.ts';

/** What a bot may use beside its knowledge. */
export function ToolsTab({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const tools = useQuery(toolsQuery(botUuid));
  const { form: formId } = useSearch({ from: '/_bot-edit/Bot/$id/' });
  const navigate = useNavigate({ from: '/Bot/$id/' });
  const [open, setOpen] = useState<OpenTool | null>(formId ? { kind: 'form', tool: null, formId } : null);
  const close = () => {
    setOpen(null);
    if (formId) void navigate({ search: (old) => ({ ...old, form: undefined }), replace: true });
  };
  const items = tools.data?.items ?? [];
  const add = (
    <Can endpoint={createTool}>
      <AddTool onChoose={(kind) => setOpen({ kind, tool: null })} disabled={items.length >= TOOLS_MAX} />
    </Can>
  );
  return (
    <Stack gap="md">
      <Can endpoint={createTool} otherwise={<ViewOnlyNotice />}>
        <Text size="sm" c="dimmed">
          {t('tools.purpose')}
        </Text>
      </Can>
      {tools.isError && <ErrorNotice error={tools.error} onRetry={() => void tools.refetch()} />}
      {tools.isPending && <Skeleton height={140} radius="lg" aria-hidden />}
      {tools.data && items.length === 0 && (
        <EmptyState icon="hammer" title={t('tools.empty')} text={t('tools.emptyText')} action={add} />
      )}
      {items.length > 0 && (
        <>
          <ul className={classes.list}>
            {items.map((tool) => (
              <ToolRow key={tool.uuid} tool={tool} onOpen={() => setOpen({ kind: tool.config.kind, tool })} />
            ))}
          </ul>
          <div className={classes.addLine}>
            {add}
            {items.length >= TOOLS_MAX && (
              <Text size="sm" c="dimmed">
                {t('tools.full', { most: TOOLS_MAX })}
              </Text>
            )}
          </div>
        </>
      )}
      {open && <ToolPanel botUuid={botUuid} open={open} onClose={close} />}
    </Stack>
  );
}

interface AddToolProps {
  onChoose: (kind: ToolKind) => void;
  disabled: boolean;
}

function AddTool({ onChoose, disabled }: AddToolProps) {
  const { t } = useWords();
  return (
    <Menu width={310} position="bottom-start">
      <Menu.Target>
        <Button leftSection={<Icon name="plus" />} disabled={disabled}>
          {t('tools.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TOOL_KINDS.map((kind) => (
          <Menu.Item key={kind} leftSection={<Icon name={TOOL_ICONS[kind]} />} onClick={() => onChoose(kind)}>
            <span className={classes.kindName}>{t(`tools.kinds.${kind}.name`)}</span>
            <span className={classes.sub}>{t(`tools.kinds.${kind}.text`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ToolRowProps {
  tool: ToolView;
  onOpen: () => void;
}

function ToolRow({ tool, onOpen }: ToolRowProps) {
  const { t } = useWords();
  const failureWords = useFailureWords();
  const { uuid, name, description, enabled, config, failure } = tool;
  const patch = usePatchTool(tool.botUuid);
  const remove = useDeleteTool(tool.botUuid);
  const shown = patch.isPending ? (patch.variables.body.enabled ?? enabled) : enabled;
  return (
    <li className={classes.item} data-off={!shown || undefined}>
      <span className={classes.icon}>
        <Icon name={TOOL_ICONS[config.kind]} size={18} />
      </span>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.sub}>
          {[t(`tools.kinds.${config.kind}.name`), placeOf(tool)].filter(Boolean).join(' · ')}
        </span>
        <span className={classes.description}>{description}</span>
        {config.kind === 'form' && tool.form?.state !== 'open' && (
          <Text size="sm" c="red" mt={4}>
            <Icon name="triangle-alert" size={14} /> {t(tool.form ? 'tools.formNotOpen' : 'tools.formGone')}
          </Text>
        )}
        {failure && enabled && (
          <Text size="sm" c="red" mt={4}>
            <Icon name="triangle-alert" size={14} /> {t('tools.failing', { reason: failureWords(failure) })}
          </Text>
        )}
        {config.kind === 'n8n' && enabled && <WorkflowProblem config={config} />}
        {config.kind === 'mcp' && (
          <span className={classes.sub}>
            {config.tools.length === 0
              ? t('tools.unchosen')
              : t('tools.chosen', { count: config.tools.length })}
          </span>
        )}
      </div>
      <div className={classes.actions}>
        <ItemActions
          endpoint={changeTool}
          isOn={shown}
          onSwitch={(isOn) =>
            patch.mutate(
              { uuid, body: { enabled: isOn } },
              { onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }) },
            )
          }
          onEdit={onOpen}
          labels={{
            switch: t('tools.switch', { name }),
            edit: t('tools.edit', { name }),
            remove: t('tools.remove', { name }),
          }}
          removal={{
            title: t('tools.removeTitle', { name }),
            text: t('tools.removeText'),
            name,
            isPending: remove.isPending,
            error: remove.error,
            confirm: () =>
              remove.mutate(uuid, { onSuccess: () => toasts.add({ title: t('tools.removed', { name }) }) }),
          }}
        />
      </div>
    </li>
  );
}

/** Where it goes, without what the bot fills in. */
function placeOf({ config, form }: ToolView): string {
  if (config.kind === 'form') return form?.name ?? '';
  if (config.kind === 'handover') return '';
  if (config.kind === 'n8n') return config.target?.workflow ?? '';
  const host = /^https?:\/\/([^/?#]+)/.exec(config.url)?.[1] ?? config.url;
  return config.kind === 'http' ? `${config.method} ${host}` : host;
}

const TOOL_ICONS = {
  http: 'plug',
  mcp: 'layers',
  n8n: 'share-2',
  form: 'form-input',
  handover: 'hand',
} as const satisfies Record<ToolKind, IconName>;
