import { LOCALES } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { createKnowledge } from '@hanasu/contract/knowledge';
import { useMantineColorScheme } from '@mantine/core';
import { setLocale } from '../i18n/i18n.ts';
import { LOCALE_NAMES } from '../i18n/locales.ts';
import { useWords } from '../i18n/use-words.ts';
import { COLOR_MODES, toColorMode } from '../theme/color-mode.ts';
import type { Command } from './palette.ts';
import { useMay } from './use-may.ts';
import { useNavigation } from './use-navigation.ts';
import { useSignOut } from './use-sign-out.ts';

const MODE_ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

/** Pages and actions: what the palette knows without asking the server. */
export function usePaletteCommands({ onHelp }: { onHelp: () => void }): Command[] {
  const { t } = useWords();
  const navigation = useNavigation();
  const pages = navigation
    .flatMap(({ items }) => items)
    .map(
      ({ page, to, icon }): Command => ({
        key: `page:${page}`,
        kind: 'page',
        icon,
        label: t(`shell.pages.${page}`),
        hint: to ?? '',
        link: { to },
      }),
    );
  return [...pages, ...useActions(onHelp)];
}

function useActions(onHelp: () => void): Command[] {
  const { t, locale } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const mayCreateBot = useMay(createBot);
  const mayAddKnowledge = useMay(createKnowledge);
  const action = (id: string, command: Pick<Command, 'icon' | 'label' | 'link' | 'run'>): Command => ({
    key: `action:${id}`,
    kind: 'action',
    hint: '',
    ...command,
  });
  const actions = [
    mayCreateBot &&
      action('new-bot', {
        icon: 'plus',
        label: t('shell.palette.actions.newBot'),
        link: { to: '/Bot', search: { create: true } },
      }),
    mayAddKnowledge &&
      action('add-knowledge', {
        icon: 'plus',
        label: t('shell.palette.actions.addKnowledge'),
        link: { to: '/Knowledge/Add' },
      }),
    ...LOCALES.filter((code) => code !== locale).map((code) =>
      action(`language-${code}`, {
        icon: 'languages',
        label: `${t('shell.language')}: ${LOCALE_NAMES[code]}`,
        run: () => void setLocale(code),
      }),
    ),
    ...COLOR_MODES.filter((mode) => mode !== toColorMode(colorScheme)).map((mode) =>
      action(`mode-${mode}`, {
        icon: MODE_ICONS[mode],
        label: `${t('shell.colorMode')}: ${t(`shell.colorModes.${mode}`)}`,
        run: () => setColorScheme(mode === 'system' ? 'auto' : mode),
      }),
    ),
    action('help', { icon: 'keyboard', label: t('shell.keyboard.title'), run: onHelp }),
    action('sign-out', { icon: 'log-out', label: t('shell.signOut'), run: () => void signOut() }),
  ];
  return actions.filter((each) => each !== false);
}
