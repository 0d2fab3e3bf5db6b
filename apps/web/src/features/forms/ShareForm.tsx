import type { FormView } from '@hanasu/contract/forms';
import type { BotId } from '@hanasu/contract/ids';
import { createTool } from '@hanasu/contract/tools';
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useId } from 'react';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { CopyButton } from '../../shell/clipboard/CopyButton.tsx';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { useNameOptions } from '../../shell/name-options.ts';
import classes from './ShareForm.module.css';
import { useFormAddress } from './use-form-address.ts';

interface ShareFormProps {
  form: Pick<FormView, 'uuid' | 'name' | 'slug'>;
  opened: boolean;
  /** What has just been done with the form, in words. */
  news?: string;
  onClose: () => void;
}

/** How a published form gets to customers. */
export function ShareForm({ form, opened, news, onClose }: ShareFormProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={560}
      title={t('shareForm.title', { name: form.name })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="lg">
        {news && (
          <p className={classes.news} role="status">
            <Icon name="check" size={16} /> {news}
          </p>
        )}
        <Address slug={form.slug} />
        <ul className={classes.ways}>
          <Way icon="message-circle" text={t('shareForm.conversationText')}>
            <Link to="/Message" search={{ form: form.uuid }} className={classes.link}>
              {t('shareForm.conversation')}
            </Link>
          </Way>
          <Way icon="layout-grid" text={t('shareForm.menuText')}>
            <Link to="/Channel/rich-menu" search={{ form: form.uuid }} className={classes.link}>
              {t('shareForm.menu')}
            </Link>
          </Way>
          <Can endpoint={createTool}>
            <Way icon="bot" text={t('shareForm.botText')}>
              <BotSelect form={form} />
            </Way>
          </Can>
        </ul>
      </Stack>
    </Modal>
  );
}

function Address({ slug }: { slug: string }) {
  const { t } = useWords();
  const address = useFormAddress(slug);
  const id = useId();
  const save = () => {
    const code = document.getElementById(id);
    if (!code) return;
    const file = new Blob([new XMLSerializer().serializeToString(code)], { type: 'image/svg+xml' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${slug}.svg`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className={classes.address}>
      <div className={classes.code}>
        <QRCodeSVG id={id} value={address} size={132} marginSize={2} title={t('shareForm.qr')} />
        <Button variant="subtle" size="xs" leftSection={<Icon name="download" size={14} />} onClick={save}>
          {t('shareForm.saveQr')}
        </Button>
      </div>
      <Stack gap="xs" className={classes.sharing}>
        <TextInput
          readOnly
          label={t('shareForm.address')}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="xs">
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />} onClick={copy}>
                {t(copied ? 'shell.copied' : 'shareForm.copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            variant="default"
            href={address}
            target="_blank"
            rel="noreferrer"
            leftSection={<Icon name="external-link" size={14} />}
          >
            {t('forms.open')}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

const Way = ({ icon, text, children }: { icon: IconName; text: string; children: ReactNode }) => (
  <li className={classes.way}>
    <Icon name={icon} size={18} />
    <div className={classes.wayText}>
      {children}
      <p>{text}</p>
    </div>
  </li>
);

/** Opens the tools of a bot with the form chosen. */
function BotSelect({ form: { uuid } }: Pick<ShareFormProps, 'form'>) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { data } = useQuery(botsQuery());
  const bots = data?.items ?? [];
  const nameOptions = useNameOptions();
  return (
    <Select
      label={t('shareForm.bot')}
      placeholder={t('shareForm.chooseBot')}
      data={nameOptions(bots)}
      value={null}
      searchable
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => {
        const id: BotId | undefined = bots.find((bot) => bot.uuid === chosen)?.uuid;
        if (id) void navigate({ to: '/Bot/$id', params: { id }, search: { tab: 'tools', form: uuid } });
      }}
    />
  );
}
