import type { Endpoint } from '@hanasu/contract/endpoint';
import { ActionIcon, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { usePermission } from '../use-permission.ts';
import { Can } from './Can.tsx';
import { ConfirmDelete } from './ConfirmDelete.tsx';

interface ItemActionsProps {
  /** Who may call it may do all of this. */
  endpoint: Endpoint;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onEdit: () => void;
  /** Each names its item, for those who hear the list. */
  labels: { switch: string; edit: string; remove: string };
  removal: {
    title: string;
    text: ReactNode;
    /** Has to be typed first. */
    name?: string;
    isPending: boolean;
    error: Error | null;
    confirm: () => void;
  };
}

/** What stands at the end of an item of a list: on or off, edit, delete after a question. */
export function ItemActions({ endpoint, isOn, onSwitch, onEdit, labels, removal }: ItemActionsProps) {
  const [isAsking, dialog] = useDisclosure(false);
  const mayChange = usePermission(endpoint);
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <>
      <Switch
        aria-label={labels.switch}
        checked={isOn}
        disabled={!mayChange}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <Can endpoint={endpoint}>
        <ActionIcon {...button} aria-label={labels.edit} onClick={onEdit}>
          <Icon name="pencil" />
        </ActionIcon>
        <ActionIcon {...button} aria-label={labels.remove} onClick={dialog.open}>
          <Icon name="trash-2" />
        </ActionIcon>
        <ConfirmDelete
          opened={isAsking}
          onClose={dialog.close}
          onConfirm={removal.confirm}
          title={removal.title}
          {...(removal.name !== undefined && { asksName: removal.name })}
          pending={removal.isPending}
          error={removal.error}
        >
          {removal.text}
        </ConfirmDelete>
      </Can>
    </>
  );
}
