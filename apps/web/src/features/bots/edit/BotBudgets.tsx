import type { BotView } from '@hanasu/contract/bots';
import { listBudgets } from '@hanasu/contract/budgets';
import { Stack, Text, Title } from '@mantine/core';
import { TargetBudgets } from '../../../entities/budget/TargetBudgets.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { usePermission } from '../../../shell/use-permission.ts';

/** Budgets of a bot. They stand by the model that they limit, but apply without being published. */
export function BotBudgets({ bot: { uuid, name } }: { bot: BotView }) {
  const { t } = useWords();
  if (!usePermission(listBudgets)) return null;
  return (
    <Stack component="section" gap="md" mt="xl" aria-labelledby="bot-budgets">
      <div>
        <Title order={2} size="h4" id="bot-budgets">
          {t('botEditor.budgets')}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t('botEditor.budgetsHelp')}
        </Text>
      </div>
      <TargetBudgets target={{ kind: 'bot', uuid, name }} />
    </Stack>
  );
}
