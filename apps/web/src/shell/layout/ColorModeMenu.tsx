import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { COLOR_MODES, toColorMode } from '../../theme/color-mode.ts';
import { Icon } from '../Icon.tsx';

const ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

export function ColorModeMenu() {
  const { t } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const mode = toColorMode(colorScheme);
  const label = `${t('shell.colorMode')}: ${t(`shell.colorModes.${mode}`)}`;
  return (
    <Menu position="top-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} title={label}>
          <Icon name={ICONS[mode]} size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {COLOR_MODES.map((each) => (
          <Menu.Item
            key={each}
            leftSection={<Icon name={ICONS[each]} />}
            rightSection={each === mode ? <Icon name="check" /> : null}
            onClick={() => setColorScheme(each === 'system' ? 'auto' : each)}
          >
            {t(`shell.colorModes.${each}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
