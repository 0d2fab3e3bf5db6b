import type { Locale } from '@hanasu/contract/accounts';
import type { BotView } from '@hanasu/contract/bots';
import { EmbedConfig, type EmbedSetting, Site, updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useCallback, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { botQuery, botsQuery } from '../../../entities/bot/bots.queries.ts';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { CanEdit } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { BackLink } from '../../../shell/layout/BackLink.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Embed.module.css';
import { EmbedList } from './EmbedList.tsx';
import { embedQuery, embedsQuery, useUpdateEmbed } from './embed.queries.ts';
import { IdentityField } from './IdentityField.tsx';
import { LookForm, type ShownLook } from './LookForm.tsx';
import { WebChatSwitch } from './WebChatSwitch.tsx';
import { WidgetPreview } from './WidgetPreview.tsx';

const CHATS_MAX = { perVisitorPerDay: 1_000, perDay: 1_000_000 };
const Form = EmbedConfig.pick({ sites: true, perVisitorPerDay: true, perDay: true });

/** Where the chat may be and how often it may be asked; its look stands below. */
function SitesForm({ setting }: { setting: EmbedSetting }) {
  const { t } = useWords();
  const { botUuid, sites, perVisitorPerDay, perDay } = setting;
  const values = { sites, perVisitorPerDay, perDay };
  const form = useForm({ resolver: zodResolver(Form), defaultValues: values });
  const update = useUpdateEmbed(botUuid);
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    try {
      await update.mutateAsync(input);
      form.reset(input);
      toasts.add({ title: t('shell.saved') });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <Controller
          control={form.control}
          name="sites"
          render={({ field, fieldState }) => (
            <TagsInput
              label={t('embed.sites')}
              description={t('embed.sitesHelp')}
              placeholder={field.value.length === 0 ? 'https://www.example.com' : ''}
              value={field.value}
              onBlur={field.onBlur}
              acceptValueOnBlur
              maxTags={30}
              onChange={(sites) => field.onChange(sites.map((site) => Site.safeParse(site).data ?? site))}
              error={fieldState.invalid && t('embed.siteWrong')}
            />
          )}
        />
        <Group grow align="flex-start">
          {(['perVisitorPerDay', 'perDay'] as const).map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field, fieldState }) => (
                <WholeNumberInput
                  label={t(`embed.${name}`)}
                  min={1}
                  max={CHATS_MAX[name]}
                  value={field.value}
                  onBlur={field.onBlur}
                  onChange={(value) => field.onChange(value === '' ? Number.NaN : value)}
                  error={fieldState.error?.message}
                />
              )}
            />
          ))}
        </Group>
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!isDirty}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

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

/** For tag managers, which keep no attributes of a script. */
const tagSnippet = ({ baseUrl, botUuid }: EmbedSetting): string =>
  `<script src="${baseUrl}/widget.js?bot=${botUuid}" async></script>`;

/** What to paste into a site, send, or print. */
function Snippets({ setting }: { setting: EmbedSetting }) {
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
      {kind === 'script' && (
        <>
          <Text size="sm" c="dimmed">
            {t('embed.tagManagerText')}
          </Text>
          <CodeBox label={t('embed.tagManager')} code={tagSnippet(setting)} />
        </>
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

/** Of both addresses of this page. */
interface WebChatSearch {
  bot?: BotId;
  q?: string;
  page?: number;
}

/**
 * The web chats of all bots and, of the chosen one, all there is: on or off, where, how it looks, and who is let in.
 * Which bot it is stands in the address; otherwise the first one whose chat is on.
 */
export function WebChatPage() {
  const { t } = useWords();
  const { bot, q, page } = useSearch({ strict: false }) as WebChatSearch;
  const navigate = useNavigate();
  const bots = useQuery(botsQuery());
  const embeds = useQuery(embedsQuery({ pageSize: 1 }));
  const items = bots.data?.items ?? [];
  const usual = embeds.data?.items[0]?.botUuid;
  const chosen =
    items.find(({ uuid }) => uuid === bot) ?? items.find(({ uuid }) => uuid === usual) ?? items[0];
  const narrow = (search: { q?: string | undefined; page?: number | undefined }) =>
    void navigate({ to: '/Channel/custom_chat', search: { bot: chosen?.uuid, ...search }, replace: true });
  const isPending = bots.isPending || embeds.isPending;
  return (
    <PageFrame
      title={t('webChannel.title')}
      purpose={t('webChannel.purpose')}
      above={<BackLink to="/Channel">{t('webChannel.channels')}</BackLink>}
      actions={chosen && <ToChannel botUuid={chosen.uuid} />}
    >
      {bots.isError && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {isPending && <Skeleton height={320} radius="lg" aria-hidden />}
      {bots.data && !chosen && <NoBots />}
      {chosen && !isPending && (
        <>
          <EmbedList
            chosen={chosen.uuid}
            q={q}
            page={page}
            onSearch={(next) => narrow({ q: next })}
            onPage={(next) => narrow({ q, page: next })}
          />
          {items.length > 1 && <h2 className={classes.chosen}>{chosen.name}</h2>}
          <Sections key={chosen.uuid} botUuid={chosen.uuid} />
        </>
      )}
    </PageFrame>
  );
}

function NoBots() {
  const { t } = useWords();
  return (
    <Surface>
      <EmptyState
        drawing="channel"
        title={t('embed.noBots')}
        text={t('embed.noBotsText')}
        action={
          <Button renderRoot={(props) => <Link to="/Bot" search={{ create: true }} {...props} />}>
            {t('bot.create')}
          </Button>
        }
      />
    </Surface>
  );
}

/** What it shares with the other channels: its log, how it behaves, its end. */
function ToChannel({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const { data } = useQuery(channelsQuery);
  const channel = data?.items.find((one) => one.kind === 'web' && one.botUuid === botUuid);
  if (!channel) return null;
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }} {...props} />}
    >
      {t('webChannel.toChannel')}
    </Button>
  );
}

function Sections({ botUuid }: { botUuid: BotId }) {
  const setting = useQuery(embedQuery(botUuid));
  const bot = useQuery(botQuery(botUuid));
  if (setting.isError) return <ErrorNotice error={setting.error} onRetry={() => void setting.refetch()} />;
  if (!setting.data || !bot.data) return <Skeleton height={320} radius="lg" aria-hidden />;
  return (
    <CanEdit endpoint={updateEmbedSetting}>
      <WebChatSections setting={setting.data} bot={bot.data} />
    </CanEdit>
  );
}

interface WebChatSectionsProps {
  setting: EmbedSetting;
  bot: BotView;
}

/** From the switch to who is let in, with the chat itself beside it. */
function WebChatSections({ setting, bot }: WebChatSectionsProps) {
  const { t, locale } = useWords();
  const [shown, setShown] = useState<{ look: ShownLook; language: Locale }>({
    look: setting,
    language: locale,
  });
  const onShown = useCallback((look: ShownLook, language: Locale) => setShown({ look, language }), []);
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <Stack gap="md">
          <Surface>
            <WebChatSwitch botUuid={bot.uuid} setting={setting} isPublished={bot.version > 0} />
          </Surface>
          {setting.enabled && (
            <Section id="snippet" title={t('embed.snippet')}>
              <Snippets setting={setting} />
            </Section>
          )}
          <Section id="look" title={t('embed.design')}>
            <LookForm setting={setting} bot={bot} onShown={onShown} />
          </Section>
          <Section id="sites" title={t('webChannel.sites')}>
            <SitesForm setting={setting} />
          </Section>
          <Surface>
            <IdentityField setting={setting} />
          </Surface>
        </Stack>
        <WidgetPreview {...shown} bot={bot} greeting={setting.channelGreeting} />
      </div>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Surface aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.sectionTitle}>
        {title}
      </h2>
      {children}
    </Surface>
  );
}
