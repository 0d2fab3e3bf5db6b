import { changeTool, type ToolView } from '@hanasu/contract/tools';
import { useWords } from '../../../i18n/use-words.ts';
import { ItemActions } from '../../../shell/components/ItemActions.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useDeleteTool, usePatchTool } from '../tools.queries.ts';
import classes from './Tools.module.css';
import { TOOL_ICONS } from './tool-icons.ts';

interface ToolRowProps {
  tool: ToolView;
  onOpen: () => void;
}

export function ToolRow({ tool, onOpen }: ToolRowProps) {
  const { t } = useWords();
  const { uuid, name, description, enabled, config } = tool;
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
              { onError: (error) => toasts.add({ title: faultWords(error), color: 'error' }) },
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
function placeOf({ config }: ToolView): string {
  if (config.kind === 'handover') return '';
  const host = /^https?:\/\/([^/?#]+)/.exec(config.url)?.[1] ?? config.url;
  return config.kind === 'http' ? `${config.method} ${host}` : host;
}
