import type { QuestionSetView } from '@hanasu/contract/question-sets';
import { Alert, Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useGenerateQuestions } from '../question-sets.queries.ts';

const MOST = 50;

/** A language model writes questions; it costs tokens, and says so before. */
export function GenerateQuestions({ set, onClose }: { set: QuestionSetView; onClose: () => void }) {
  const { t } = useWords();
  const [count, setCount] = useState(10);
  const generate = useGenerateQuestions(set.uuid);
  const start = () =>
    generate.mutate(count, {
      onSuccess: ({ added }) => {
        if (added > 0) {
          toasts.add({ title: t('questionSets.generated', { count: added }) });
          onClose();
        }
      },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('questionSets.generate')}
      centered
      closeOnClickOutside={!generate.isPending}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('questionSets.generateHelp')}</Text>
        <NumberInput
          label={t('questionSets.howMany')}
          min={1}
          max={MOST}
          allowDecimal={false}
          clampBehavior="strict"
          value={count}
          onChange={(value) => setCount(Math.min(MOST, Math.max(1, Number(value) || 1)))}
        />
        {generate.isPending && (
          <Text size="sm" role="status">
            {t('questionSets.generating')}
          </Text>
        )}
        {generate.data?.added === 0 && (
          <Text size="sm" role="status">
            {t('questionSets.noPassages')}
          </Text>
        )}
        {generate.error && (
          <Alert color="red" role="alert">
            {faultWords(generate.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button loading={generate.isPending} onClick={start}>
            {t('questionSets.write')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
