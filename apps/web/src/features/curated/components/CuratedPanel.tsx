import type { CuratedView } from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { Button, Drawer, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { CuratedForm } from './CuratedForm.tsx';

interface CuratedPanelProps {
  botUuid: BotId;
  curated: CuratedView | null;
  /** What a new answer begins with. */
  question: string;
  onClose: () => void;
}

/** An answer beside the page. What was typed is not lost by a slip: leaving asks first. */
export function CuratedPanel({ botUuid, curated, question, onClose }: CuratedPanelProps) {
  const { t } = useWords();
  const [isDirty, setDirty] = useState(false);
  const [isAsking, asking] = useDisclosure(false);
  return (
    <>
      <Drawer
        opened
        onClose={isDirty ? asking.open : onClose}
        position="right"
        size={560}
        padding="lg"
        title={curated ? t('curated.editTitle') : t('curated.newTitle')}
        closeOnClickOutside={!isDirty}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
        transitionProps={{ duration: 120 }}
      >
        <CuratedForm
          botUuid={botUuid}
          curated={curated}
          question={question}
          onDirty={setDirty}
          onClose={onClose}
        />
      </Drawer>
      {/* Mounted when it asks: listening already, it would take the Escape that opens it for its own. */}
      {isAsking && (
        <Modal
          opened
          onClose={asking.close}
          title={t('shell.leaveAnyway')}
          centered
          withCloseButton={false}
          zIndex={400}
        >
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
