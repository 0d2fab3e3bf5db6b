import { LOCALES } from '@hanasu/contract/accounts';
import { ActionIcon, Menu } from '@mantine/core';
import { setLocale } from '../../i18n/i18n.ts';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../Icon.tsx';

export function LanguageMenu() {
  const { t, locale } = useWords();
  const label = `${t('shell.language')}: ${LOCALE_NAMES[locale]}`;
  return (
    <Menu position="top-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} title={label}>
          <Icon name="languages" size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((code) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => void setLocale(code)}
            rightSection={code === locale ? <Icon name="check" /> : null}
          >
            {LOCALE_NAMES[code]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
