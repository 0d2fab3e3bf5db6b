import type { BotId } from '@hanasu/contract/ids';
import { Button, Drawer, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ToolForm } from './ToolForm.tsx';
import type { OpenTool } from './tool-values.ts';

interface ToolPanelProps {
  botUuid: BotId;
  open: OpenTool;
  onClose: () => void;
}

/** A tool beside the page. What was typed is not lost by a slip: leaving asks first. */
export function ToolPanel({ botUuid, open, onClose }: ToolPanelProps) {
  const { t } = useWords();
  const [isDirty, setDirty] = useState(false);
  const [isAsking, asking] = useDisclosure(false);
  const kind = t(`tools.kinds.${open.kind}.name`);
  return (
    <>
      <Drawer
        opened
        onClose={isDirty ? asking.open : onClose}
        position="right"
        size={640}
        padding="lg"
        title={open.tool ? open.tool.name : t('tools.newTitle', { kind })}
        styles={{ title: { fontWeight: 600, fontSize: 16 } }}
        closeOnClickOutside={!isDirty}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
        transitionProps={{ duration: 120 }}
      >
        <ToolForm botUuid={botUuid} open={open} onDirty={setDirty} onClose={onClose} />
      </Drawer>
      {/* Mounted when it asks: listening already, it would take the Escape that opens it for its own. */}
      {isAsking && (
        <Modal opened onClose={asking.close} title={t('shell.leaveAnyway')} centered withCloseButton={false}>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={asking.close} data-autofocus>
              {t('shell.cancel')}
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
