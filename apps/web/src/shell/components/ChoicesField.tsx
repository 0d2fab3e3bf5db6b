import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

/**
 * Several choices of a list. The list closes with each of them, so that it does not lie over what comes next; a click or
 * a letter opens it again.
 */
export function ChoicesField(props: MultiSelectProps) {
  const [isOpen, list] = useDisclosure(false);
  return (
    <MultiSelect
      {...props}
      dropdownOpened={isOpen}
      onDropdownOpen={list.open}
      onDropdownClose={list.close}
      onOptionSubmit={list.close}
    />
  );
}
