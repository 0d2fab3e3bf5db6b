import { TOOL_KINDS, type ToolKind } from '@hanasu/contract/tools';
import { Button, Menu } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Tools.module.css';
import { TOOL_ICONS } from './tool-icons.ts';

interface AddToolProps {
  onChoose: (kind: ToolKind) => void;
  disabled: boolean;
}

export function AddTool({ onChoose, disabled }: AddToolProps) {
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
