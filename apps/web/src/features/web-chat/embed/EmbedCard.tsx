import { EmbedConfig, type EmbedSetting, Site, updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Group,
  NumberInput,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { botQuery } from '../../../entities/bot/bots.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { CanEdit } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import classes from './Embed.module.css';
import { embedQuery, useUpdateEmbed } from './embed.queries.ts';
import { IdentityField } from './IdentityField.tsx';

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

/** As long as a page is still being filled, what was come for stays in sight. */
const SETTLES_MS = 3000;

/** Who comes from the list of sites wants this part of the long page, and not to be held there against their will. */
function usePlace() {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useLocation({ select: ({ hash }) => hash === 'embed' });
  useEffect(() => {
    const page = place.current?.parentElement;
    if (!wanted || !page) return;
    const observer = new ResizeObserver(() => place.current?.scrollIntoView());
    observer.observe(page);
    const events = new AbortController();
    const stop = () => {
      observer.disconnect();
      events.abort();
    };
    for (const own of ['wheel', 'pointerdown', 'keydown'] as const)
      window.addEventListener(own, stop, { signal: events.signal, passive: true });
    const timer = setTimeout(stop, SETTLES_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted]);
  return place;
}

/** A bot on web sites: on or off, where, how it looks, and what to paste. */
export function EmbedCard({ botUuid }: { readonly botUuid: BotId }) {
  const { t } = useWords();
  const setting = useQuery(embedQuery(botUuid));
  const bot = useQuery(botQuery(botUuid));
  const update = useUpdateEmbed(botUuid);
  const place = usePlace();
  return (
    <div ref={place} className={classes.place}>
      <StackedSection title={t('embed.title')} text={t('embed.text')}>
        {setting.isError && <ErrorNotice error={setting.error} onRetry={() => void setting.refetch()} />}
        {setting.isPending && <Skeleton height={160} aria-hidden />}
        {setting.data && (
          <CanEdit endpoint={updateEmbedSetting}>
            <Stack gap="lg">
              <Switch
                label={t('embed.enabled')}
                checked={setting.data.enabled}
                disabled={update.isPending}
                onChange={(event) => update.mutate({ enabled: event.currentTarget.checked })}
              />
              {update.isError && (
                <Alert color="red" role="alert">
                  {errorMessage(update.error)}
                </Alert>
              )}
              {setting.data.enabled && bot.data && (
                <>
                  {bot.data.version === 0 && <Alert color="yellow">{t('embed.publishFirst')}</Alert>}
                  <Snippets setting={setting.data} />
                  <div>
                    <Button
                      variant="default"
                      leftSection={<Icon name="palette" />}
                      renderRoot={(props) => (
                        <Link to="/Channel/custom_chat" search={{ bot: botUuid }} {...props} />
                      )}
                    >
                      {t('embed.design')}
                    </Button>
                  </div>
                  <EmbedForm setting={setting.data} />
                  <IdentityField setting={setting.data} />
                </>
              )}
            </Stack>
          </CanEdit>
        )}
      </StackedSection>
    </div>
  );
}

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

const Form = EmbedConfig.pick({ sites: true, perVisitorPerDay: true, perDay: true });

/** Where the chat may be and how often it may be asked; its look has a page of its own. */
function EmbedForm({ setting }: { setting: EmbedSetting }) {
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
                <NumberInput
                  label={t(`embed.${name}`)}
                  min={1}
                  allowDecimal={false}
                  value={field.value}
                  onBlur={field.onBlur}
                  onChange={(value) => field.onChange(Number(value))}
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
