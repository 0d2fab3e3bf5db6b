import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';

interface LeaveGuardProps {
  when: boolean;
  /** Tried first; true lets the person go without a question. */
  save?: () => Promise<boolean>;
}

/** Asks before a page with unsaved changes is left. A change of tabs within the page does not count. */
export function LeaveGuard({ when, save }: LeaveGuardProps) {
  const { t } = useWords();
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      when && current.pathname !== next.pathname && !(save && (await save())),
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  const blocked = blocker.status === 'blocked';
  return (
    <Modal
      opened={blocked}
      onClose={() => blocker.reset?.()}
      title={t('shell.leaveAnyway')}
      centered
      withCloseButton={false}
    >
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          {t('shell.cancel')}
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          {t('shell.discard')}
        </Button>
      </Group>
    </Modal>
  );
}
