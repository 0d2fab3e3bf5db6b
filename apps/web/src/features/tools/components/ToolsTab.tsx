import type { BotId } from '@hanasu/contract/ids';
import { createTool, TOOL_KINDS, TOOLS_MAX, type ToolKind } from '@hanasu/contract/tools';
import { Button, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toolsQuery } from '../tools.queries.ts';
import { ToolPanel } from './ToolPanel.tsx';
import { ToolRow } from './ToolRow.tsx';
import classes from './Tools.module.css';
import { TOOL_ICONS } from './tool-icons.ts';
import type { OpenTool } from './tool-values.ts';

/** What a bot may use beside its knowledge. */
export function ToolsTab({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const tools = useQuery(toolsQuery(botUuid));
  const [open, setOpen] = useState<OpenTool | null>(null);
  const items = tools.data?.items ?? [];
  const add = (
    <OnlyFor endpoint={createTool}>
      <AddTool onChoose={(kind) => setOpen({ kind, tool: null })} disabled={items.length >= TOOLS_MAX} />
    </OnlyFor>
  );
  return (
    <Stack gap="md">
      <OnlyFor endpoint={createTool} otherwise={<ViewOnlyNote />}>
        <Text size="sm" c="dimmed">
          {t('tools.purpose')}
        </Text>
      </OnlyFor>
      {tools.isError && <FaultNotice error={tools.error} onRetry={() => void tools.refetch()} />}
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
      {open && <ToolPanel botUuid={botUuid} open={open} onClose={() => setOpen(null)} />}
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
