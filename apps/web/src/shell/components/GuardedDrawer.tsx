import { Button, Drawer, type DrawerProps, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';

interface GuardedDrawerProps extends Omit<DrawerProps, 'opened' | 'position'> {
  /** Something in it is not saved. */
  isDirty: boolean;
}

/**
 * Returns the focus to where it was before the first render. Mantine does so only when `opened` changes; this drawer
 * is unmounted instead.
 */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What was saved may have replaced the button that opened it.
      const target = opener?.isConnected ? opener : document.querySelector('main');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [opener],
  );
}

/**
 * A form beside the page that is not lost by a slip: with unsaved changes, closing asks first. Escape closes what lies
 * on top of it, not the drawer as well. The focus returns to the control that opened it.
 */
export function GuardedDrawer({ isDirty, onClose, children, ...drawer }: GuardedDrawerProps) {
  const { t } = useWords();
  const [isAsking, asking] = useDisclosure(false);
  useFocusReturn();
  const place = useRef<HTMLSpanElement>(null);
  const isOnTop = () =>
    [...document.querySelectorAll('[role="dialog"]')].at(-1)?.contains(place.current) ?? true;
  const close = () => {
    if (!isOnTop()) return;
    if (isDirty) asking.open();
    else onClose();
  };
  return (
    <>
      <Drawer
        {...drawer}
        opened
        position="right"
        onClose={close}
        closeOnClickOutside={!isDirty}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <span ref={place} hidden />
        {/* React passes events on to where the drawer is rendered: its form is not that of the page. */}
        <div onSubmit={(event) => event.stopPropagation()}>{children}</div>
      </Drawer>
      {/* Mounted when it asks: listening already, it would take the Escape that opens it for its own. */}
      {isAsking && (
        <Modal
          opened
          onClose={asking.close}
          title={t('shell.discardAsk')}
          centered
          withCloseButton={false}
          zIndex={400}
        >
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={asking.close} data-autofocus>
              {t('shell.keepEditing')}
            </Button>
            <Button color="red" onClick={onClose}>
              {t('shell.discard')}
            </Button>
          </Group>
        </Modal>
      )}
    </>
  );
}
