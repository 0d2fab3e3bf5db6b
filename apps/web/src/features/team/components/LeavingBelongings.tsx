import type { UserId } from '@hanasu/contract/ids';
import { BelongingsChoice, type BelongingsView, Fate } from '@hanasu/contract/team';
import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { belongingsQuery } from '../team.queries.ts';

interface LeavingBelongingsProps {
  uuid: UserId;
  /** Null: nothing can be chosen, because the member leaves by themselves. */
  choice: Partial<BelongingsChoice> | null;
  onChoose: (choice: Partial<BelongingsChoice>) => void;
}

const KINDS = ['apiKeys', 'webHooks', 'channels'] as const satisfies readonly (keyof BelongingsView)[];
const USUAL = BelongingsChoice.parse({});

/** What a member set up in the account, and what becomes of it when they go. */
export function LeavingBelongings({ uuid, choice, onChoose }: LeavingBelongingsProps) {
  const { t } = useWords();
  const { data, isError, error, refetch } = useQuery(belongingsQuery(uuid));
  if (isError) return <FaultNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={40} mt="md" aria-hidden />;
  const kinds = KINDS.filter((kind) => data[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <Stack gap="sm" mt="md">
      <Text size="sm" fw={600}>
        {t(choice ? 'team.belongings.ask' : 'team.belongings.leaving')}
      </Text>
      {kinds.map((kind) => {
        const names = data[kind].map(({ name }) => name).join(', ');
        const label = t(`team.belongings.${kind}`);
        const words = (fate: Fate) => t(`team.belongings.fates.${kind}.${fate}`);
        if (!choice) return <Text key={kind} size="sm">{`${label}: ${names} (${words(USUAL[kind])})`}</Text>;
        return (
          <Select
            key={kind}
            label={label}
            description={names}
            data={Fate.options.map((value) => ({ value, label: words(value) }))}
            value={choice[kind] ?? USUAL[kind]}
            onChange={(value) => onChoose({ ...choice, [kind]: Fate.parse(value) })}
            allowDeselect={false}
          />
        );
      })}
      <Text size="xs" c="dimmed">
        {t('team.belongings.told')}
      </Text>
    </Stack>
  );
}
