import { crawlWebsite, type WebsiteView } from '@hanasu/contract/websites';
import { ActionIcon, Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { shortAddress } from '../short-address.ts';
import { isRunning, useCrawlWebsite, useStopWebsite } from '../websites.queries.ts';
import { DeleteWebsite } from './DeleteWebsite.tsx';
import { WebsitePages } from './WebsitePages.tsx';
import { WebsiteSettings } from './WebsiteSettings.tsx';
import { WebsiteState } from './WebsiteState.tsx';
import classes from './Websites.module.css';

/** One site: how it stands, what can be done with it, and its pages when they are wanted. */
export function WebsiteCard({ website }: { website: WebsiteView }) {
  const { t } = useWords();
  const site = shortAddress(website.url);
  const [showsPages, pages] = useDisclosure(false);
  const [isEditing, editing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const pagesId = useId();
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  return (
    <li className={classes.site}>
      <div className={classes.head}>
        <div className={classes.name}>
          <h2>{site}</h2>
          <span className={classes.sub}>
            {t(`websites.modes.${website.mode}`)} · {t('websites.schedule')}:{' '}
            {t(`websites.schedules.${website.schedule}`)}
          </span>
        </div>
        <div className={classes.actions}>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-expanded={showsPages}
            aria-controls={pagesId}
            aria-label={t('websites.pagesOf', { site })}
            leftSection={<Icon name={showsPages ? 'chevron-down' : 'chevron-right'} />}
            onClick={pages.toggle}
          >
            {t('websites.showPages')}
          </Button>
          <OnlyFor endpoint={crawlWebsite}>
            <RunButton website={website} site={site} />
            <ActionIcon {...button} aria-label={t('websites.settingsOf', { site })} onClick={editing.open}>
              <Icon name="settings-2" />
            </ActionIcon>
            <ActionIcon {...button} aria-label={t('websites.removeOf', { site })} onClick={deleting.open}>
              <Icon name="trash-2" />
            </ActionIcon>
          </OnlyFor>
        </div>
      </div>
      <WebsiteState website={website} />
      <div id={pagesId}>{showsPages && <WebsitePages website={website} />}</div>
      <Drawer
        opened={isEditing}
        onClose={editing.close}
        position="right"
        size={520}
        padding="lg"
        title={t('websites.settingsOf', { site })}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
        transitionProps={{ duration: 120 }}
      >
        <WebsiteSettings website={website} onClose={editing.close} />
      </Drawer>
      <DeleteWebsite website={website} opened={isDeleting} onClose={deleting.close} />
    </li>
  );
}

function RunButton({ website, site }: { website: WebsiteView; site: string }) {
  const { t } = useWords();
  const crawl = useCrawlWebsite(website.uuid);
  const stop = useStopWebsite(website.uuid);
  const onError = (error: Error) => toasts.add({ title: faultWords(error), color: 'error' });
  if (isRunning(website)) {
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="square" />}
        aria-label={t('websites.stopOf', { site })}
        loading={stop.isPending}
        onClick={() => stop.mutate(undefined, { onError })}
      >
        {t('websites.stop')}
      </Button>
    );
  }
  const isStopped = website.status === 'stopped';
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name={isStopped ? 'play' : 'refresh-cw'} />}
      aria-label={t(isStopped ? 'websites.goOnOf' : 'websites.crawlOf', { site })}
      loading={crawl.isPending}
      onClick={() => crawl.mutate(undefined, { onError })}
    >
      {t(isStopped ? 'websites.goOn' : 'websites.crawl')}
    </Button>
  );
}
