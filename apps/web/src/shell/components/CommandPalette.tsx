import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { COMMAND_KINDS, type Command, findCommands } from '../palette.ts';
import { readRecent, rememberRecent } from '../recent-commands.ts';
import { meQuery } from '../shell.queries.ts';
import { usePaletteCommands } from '../use-palette-commands.ts';
import { useEntityCommands, usePaletteSearch } from '../use-palette-search.ts';
import classes from './CommandPalette.module.css';
import { type CommandGroup, PaletteList } from './PaletteList.tsx';

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  onHelp: () => void;
}

/** Jumps to any page, bot, knowledge base or conversation, and does what is done often. */
export function CommandPalette({ opened, onClose, onHelp }: CommandPaletteProps) {
  const { t } = useWords();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={620}
      yOffset="12dvh"
      padding={0}
      fullScreen={isPhone}
      transitionProps={{ duration: 100 }}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('shell.palette.title')}>
        <Palette onClose={onClose} onHelp={onHelp} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Lives as long as the dialog is open, so that each opening begins afresh. */
function Palette({ onClose, onHelp }: Omit<CommandPaletteProps, 'opened'>) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const owner = useOwner();
  const own = usePaletteCommands({ onHelp });
  const search = usePaletteSearch(query);
  const recent = useRecent(owner, own);

  const pick = (command: Command) => {
    if (command.key !== 'action:sign-out') rememberRecent(owner, command);
    onClose();
    command.run?.();
    if (command.link) void navigate(command.link);
  };
  const isRecent = new Set(recent.map(({ key }) => key));
  const found = query.trim()
    ? [...findCommands(own, query), ...search.commands]
    : own.filter(({ key }) => !isRecent.has(key));
  return (
    <PaletteList
      query={query}
      onQuery={setQuery}
      groups={[
        { kind: 'recent', commands: query.trim() ? [] : recent },
        ...COMMAND_KINDS.map(
          (kind): CommandGroup => ({
            kind,
            commands: found.filter((command) => command.kind === kind),
          }),
        ),
      ]}
      isSearching={search.isSearching}
      error={search.error}
      onPick={pick}
      onClose={onClose}
    />
  );
}

function useOwner(): string {
  const { data: user } = useQuery(meQuery);
  return `${user?.uuid ?? ''}:${user?.account.uuid ?? ''}`;
}

/** Read once, so that the list does not change under the pointer. */
function useRecent(owner: string, own: readonly Command[]): Command[] {
  const [kept] = useState(() => readRecent(owner));
  const make = useEntityCommands();
  return kept.flatMap((each) => {
    const command = own.find(({ key }) => key === each.key) ?? make.recent(each);
    return command ?? [];
  });
}
