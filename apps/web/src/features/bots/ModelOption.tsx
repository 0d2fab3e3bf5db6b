import type { ServiceView } from '@hanasu/contract/services';
import { type ComboboxItem, Group, Text } from '@mantine/core';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useModelPrice } from './use-model-price.ts';

interface ModelOptionProps {
  services: readonly ServiceView[];
  option: ComboboxItem;
  /** It is the chosen one. */
  checked?: boolean | undefined;
}

/** A model among others to choose from, with what it costs. */
export function ModelOption({ services, option, checked }: ModelOptionProps) {
  const { priceOf } = useModelPrice();
  const service = services.find(({ uuid }) => uuid === option.value);
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" w="100%">
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {option.label}
        {service && (
          <Text span display="block" size="xs" c="dimmed">
            {priceOf(service)}
          </Text>
        )}
      </span>
      {checked && <Icon name="check" />}
    </Group>
  );
}
