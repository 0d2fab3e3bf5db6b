import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './KeyboardHelp.module.css';
import { keyCaps, SHORTCUT_GROUPS, shortcutsOf } from './shortcuts.ts';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Lists every shortcut. */
export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell.keyboard.title')}
      size={460}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {SHORTCUT_GROUPS.map((group) => (
        <section key={group} className={classes.group}>
          <h3>{t(`shell.keyboard.groups.${group}`)}</h3>
          <dl>
            {shortcutsOf(group).map(([name, { keys, also }]) => (
              <div key={name}>
                <dt>{t(`shell.keyboard.shortcuts.${name}`)}</dt>
                <dd>
                  <Keys press={keys[0]} />
                  {keys[1] && (
                    <>
                      {t('shell.keyboard.andThen')} <Keys press={keys[1]} />
                    </>
                  )}
                  {also && (
                    <>
                      {t('shell.keyboard.or')} <Keys press={also} />
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}

const Keys = ({ press }: { press: string }) => (
  <>
    {keyCaps(press, isMac()).map((cap) => (
      <Fragment key={cap}>
        <kbd>{cap}</kbd>{' '}
      </Fragment>
    ))}
  </>
);
