import { Group, Text } from '@mantine/core';
import { Icon } from '../icons/Icon.tsx';

interface ModelOptionProps {
  label: string;
  /** Absent: it is no model, or one that is gone. */
  price: string | undefined;
  /** It is the chosen one. */
  checked: boolean | undefined;
}

/** A model among others to choose from, with what it costs. */
export function ModelOption({ label, price, checked }: ModelOptionProps) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" w="100%">
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
        {price && (
          <Text span display="block" size="xs" c="dimmed">
            {price}
          </Text>
        )}
      </span>
      {checked && <Icon name="check" />}
    </Group>
  );
}
