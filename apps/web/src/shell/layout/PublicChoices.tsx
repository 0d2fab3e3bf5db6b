import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import { useMantineColorScheme } from '@mantine/core';
import { setLocale } from '../../i18n/i18n.ts';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { COLOR_MODES, toColorMode } from '../../theme/color-mode.ts';
import classes from './PublicChoices.module.css';

const asScheme = (mode: string) => (mode === 'light' || mode === 'dark' ? mode : 'auto');

/** Language and colours in words, for pages before signing in; the browser's own lists, which need nothing fetched. */
export const PublicChoices = () => (
  <div className={classes.choices}>
    <LanguageChoice />
    <ColorChoice />
  </div>
);

export function LanguageChoice() {
  const { t, locale } = useWords();
  return (
    <select
      className={classes.choice}
      aria-label={t('shell.language')}
      value={locale}
      onChange={(event) => void setLocale(event.currentTarget.value as Locale)}
    >
      {LOCALES.map((code) => (
        <option key={code} value={code} lang={code}>
          {LOCALE_NAMES[code]}
        </option>
      ))}
    </select>
  );
}

export function ColorChoice() {
  const { t } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <select
      className={classes.choice}
      aria-label={t('shell.colorMode')}
      value={toColorMode(colorScheme)}
      onChange={(event) => setColorScheme(asScheme(event.currentTarget.value))}
    >
      {COLOR_MODES.map((mode) => (
        <option key={mode} value={mode}>
          {t(`shell.colorModes.${mode}`)}
        </option>
      ))}
    </select>
  );
}
