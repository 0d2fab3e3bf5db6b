import { Drawer } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { Sidebar } from './Sidebar.tsx';

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  onSearch: () => void;
}

/** The whole menu over the page, where there is no room for it beside. */
export function MenuDrawer({ opened, onClose, onSearch }: MenuDrawerProps) {
  const { t } = useWords();
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={272} transitionProps={{ duration: 120 }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('shell.mainMenu')}>
        <Sidebar narrow={false} onNavigate={onClose} onSearch={onSearch} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
