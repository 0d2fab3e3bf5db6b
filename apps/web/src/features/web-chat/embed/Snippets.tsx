import type { EmbedSetting } from '@hanasu/contract/embed';
import { ActionIcon, CopyButton, SegmentedControl, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Embed.module.css';

const SNIPPET_KINDS = ['script', 'iframe', 'link', 'qr'] as const;
type SnippetKind = (typeof SNIPPET_KINDS)[number];

const chatAddress = (baseUrl: string, botUuid: string): string => `${baseUrl}/Bot/${botUuid}/chat_embed`;

/** What a site's owner copies. The title of the frame is for who hears the page. */
function snippetOf(kind: SnippetKind, baseUrl: string, botUuid: string): string {
  const address = chatAddress(baseUrl, botUuid);
  if (kind === 'script') return `<script src="${baseUrl}/widget.js" data-bot="${botUuid}" async></script>`;
  if (kind === 'iframe')
    return `<iframe src="${address}" title="Chat" width="400" height="600" loading="lazy"></iframe>`;
  return address;
}

/** What to paste into a site, send, or print. */
export function Snippets({ setting }: { setting: EmbedSetting }) {
  const { t } = useWords();
  const [kind, setKind] = useState<SnippetKind>('script');
  const address = chatAddress(setting.baseUrl, setting.botUuid);
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('embed.snippet')}
        data={SNIPPET_KINDS.map((value) => ({ value, label: t(`embed.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(SNIPPET_KINDS.find((one) => one === value) ?? 'script')}
      />
      <Text size="sm" c="dimmed">
        {t(`embed.kindTexts.${kind}`)}
      </Text>
      {kind === 'qr' ? (
        <div>
          <span className={classes.qr}>
            <QRCodeSVG value={address} size={160} title={t('embed.kinds.qr')} />
          </span>
        </div>
      ) : (
        <CodeBox label={t('embed.snippet')} code={snippetOf(kind, setting.baseUrl, setting.botUuid)} />
      )}
      {(kind === 'link' || kind === 'qr') && (
        <a href={address} target="_blank" rel="noreferrer">
          {t('embed.open')}
        </a>
      )}
    </Stack>
  );
}

function CodeBox({ label, code }: { label: string; code: string }) {
  const { t } = useWords();
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <ActionIcon
            className={classes.copy ?? ''}
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={t(copied ? 'embed.copied' : 'embed.copy')}
          >
            <Icon name={copied ? 'check' : 'copy'} size={16} />
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
