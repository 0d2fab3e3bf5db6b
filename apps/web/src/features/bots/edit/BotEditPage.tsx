import { BotConfig, type BotView, updateBot } from '@hanasu/contract/bots';
import { chat } from '@hanasu/contract/chat';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { BotId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, SegmentedControl, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { FormProvider, type Resolver, useForm, useFormContext, useWatch } from 'react-hook-form';
import { AllowLinks } from '../../../entities/bot/AllowLinks.tsx';
import { BotStateBadge } from '../../../entities/bot/BotStateBadge.tsx';
import { botQuery } from '../../../entities/bot/bots.queries.ts';
import { ChatPanel } from '../../../entities/conversation/chat/ChatPanel.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { Can, CanEdit, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../../shell/layout/Breadcrumbs.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { BotChannels } from '../BotChannels.tsx';
import { BotMenu } from '../BotMenu.tsx';
import { CuratedTab } from '../curated/CuratedTab.tsx';
import { SmallNoren } from '../Noren.tsx';
import { PublishTab } from '../publish/PublishTab.tsx';
import { ToolsTab } from '../tools/ToolsTab.tsx';
import type { SaveState } from './autosave-state.ts';
import { BehaviourTab } from './BehaviourTab.tsx';
import { BotBudgets } from './BotBudgets.tsx';
import classes from './BotEdit.module.css';
import { BOT_TABS, type BotTab } from './bot-tabs.ts';
import { type BotValues, valuesOf } from './bot-values.ts';
import { ConnectNext } from './ConnectNext.tsx';
import { DraftBar } from './DraftBar.tsx';
import { InstructionsTab } from './InstructionsTab.tsx';
import { KnowledgeTab } from './KnowledgeTab.tsx';
import { ModelSettings, ModelTab } from './ModelTab.tsx';
import { type Autosave, useAutosave } from './use-autosave.ts';

/** Somebody else may be editing the same bot. */
const LOOK_AGAIN_MS = 20_000;

interface BotEditPageProps {
  /** What the web chat adds to the publishing tab; the route brings it in. */
  WebChatCards: ComponentType<{ botUuid: BotId }>;
}

export function BotEditPage({ WebChatCards }: BotEditPageProps) {
  const { id } = useParams({ from: '/_bot-edit/Bot/$id/' });
  const bot = useQuery({ ...botQuery(id), refetchInterval: LOOK_AGAIN_MS });
  if (isApiError(bot.error, 'not_found')) return <NotFoundPage />;
  if (bot.isError) {
    return (
      <div className={classes.fault}>
        <ErrorNotice error={bot.error} onRetry={() => void bot.refetch()} />
      </div>
    );
  }
  if (!bot.data) return <BotEditSkeleton />;
  return <BotEditor key={bot.data.uuid} bot={bot.data} WebChatCards={WebChatCards} />;
}

const BotEditSkeleton = () => (
  <div className={classes.page} aria-hidden>
    <div className={classes.bar}>
      <Skeleton height={22} width={220} />
    </div>
    <div className={classes.panes}>
      <Stack p="lg" gap="lg">
        <Skeleton height={34} width={320} />
        <Skeleton height={36} />
        <Skeleton height={220} />
        <Skeleton height={70} />
      </Stack>
      <div className={classes.testPane} />
    </div>
  </div>
);

/** A chat with the draft. */
function TestPane({ bot, saveState }: { bot: BotView; saveState: SaveState }) {
  const { t } = useWords();
  const [greeting, variables, questions] = useWatch<
    BotValues,
    ['greeting', 'settings.variables', 'settings.suggestedQuestions']
  >({ name: ['greeting', 'settings.variables', 'settings.suggestedQuestions'] });
  return (
    <section className={classes.testPane} aria-labelledby="test-chat-title">
      <div className={classes.testHead}>
        <h2 id="test-chat-title">{t('bots.testTitle')}</h2>
        <p className={saveState === 'saved' ? classes.testNote : classes.unsaved}>
          <Icon name="info" size={14} />{' '}
          {t(saveState === 'saved' ? 'botEditor.testsDraft' : 'botEditor.testsSaved')}
        </p>
      </div>
      <Can endpoint={chat} otherwise={<ViewOnlyNotice />}>
        <ChatPanel
          botUuid={bot.uuid}
          showDetails
          greeting={fillVariables(greeting, variables) || undefined}
          suggestedQuestions={questions.filter((question) => question.trim())}
          emptyText={t('bots.testEmpty')}
          seed={TESTING}
          AnswerNote={LinksOfAnswer}
        />
      </Can>
    </section>
  );
}

const TESTING = { draft: true } as const;

/** Addresses that the answer shows as plain text, to be allowed. */
function LinksOfAnswer({ text }: { text: string }) {
  const { id } = useParams({ from: '/_bot-edit/Bot/$id/' });
  const { getValues, setValue } = useFormContext<BotValues>();
  const allow = async (host: string) =>
    setValue('settings.linkHosts', [...new Set([...getValues('settings.linkHosts'), host])], {
      shouldDirty: true,
    });
  return <AllowLinks botUuid={id} text={text} onAllow={allow} />;
}

/** Two panes: the draft on the left, saved as it is written; a test chat with it on the right. */
function BotEditor({ bot, WebChatCards }: BotEditPageProps & { bot: BotView }) {
  const { t } = useWords();
  const { tab = 'instructions' } = useSearch({ from: '/_bot-edit/Bot/$id/' });
  const navigate = useNavigate({ from: '/Bot/$id/' });
  const [view, setView] = useState<'edit' | 'test'>('edit');
  const form = useForm<BotValues>({
    // Its input knows ids without their brand.
    resolver: zodResolver(BotConfig) as unknown as Resolver<BotValues>,
    defaultValues: valuesOf(bot),
  });
  const autosave = useAutosave(form, bot);
  usePageTitle(bot.name);
  const showTab = (next: BotTab) => void navigate({ search: { tab: next }, replace: true });
  return (
    <FormProvider {...form}>
      <div className={classes.page} data-view={view}>
        <BotHeader bot={bot} autosave={autosave}>
          <SegmentedControl
            className={classes.viewSwitch ?? ''}
            aria-label={t('bots.view')}
            value={view}
            onChange={(value) => setView(value === 'test' ? 'test' : 'edit')}
            data={[
              { value: 'edit', label: t('bot.edit') },
              { value: 'test', label: t('bots.test') },
            ]}
          />
        </BotHeader>
        <ConnectNext bot={bot} />
        <div className={classes.panes}>
          <div className={classes.editPane}>
            <Tabs
              value={tab}
              onChange={(value) => showTab(BOT_TABS.find((name) => name === value) ?? 'instructions')}
              keepMounted={false}
              className={classes.tabs ?? ''}
            >
              <Tabs.List aria-label={t('bots.sections')} className={classes.tabList ?? ''}>
                {BOT_TABS.map((name) => (
                  <Tabs.Tab key={name} value={name}>
                    {t(`botEditor.tabs.${name}`)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {BOT_TABS.map((name) => (
                <Tabs.Panel key={name} value={name} className={classes.tabPanel ?? ''}>
                  <RemoteChangeNotice autosave={autosave} />
                  <TabContent tab={name} bot={bot} autosave={autosave} WebChatCards={WebChatCards} />
                </Tabs.Panel>
              ))}
            </Tabs>
            <DraftBar bot={bot} autosave={autosave} isPublishTab={tab === 'publish'} onShow={showTab} />
          </div>
          <TestPane bot={bot} saveState={autosave.state} />
        </div>
      </div>
      <LeaveGuard when={autosave.state !== 'saved'} save={autosave.flush} />
    </FormProvider>
  );
}

interface TabContentProps extends BotEditPageProps {
  tab: BotTab;
  bot: BotView;
  autosave: Autosave;
}

function TabContent({ tab, bot, autosave, WebChatCards }: TabContentProps): ReactNode {
  switch (tab) {
    case 'answers':
      return <CuratedTab botUuid={bot.uuid} />;
    case 'tools':
      return <ToolsTab botUuid={bot.uuid} />;
    case 'publish':
      return (
        <PublishTab bot={bot} autosave={autosave}>
          <WebChatCards botUuid={bot.uuid} />
        </PublishTab>
      );
    case 'model':
      return (
        <>
          <CanEdit endpoint={updateBot}>
            <ModelTab />
            <ModelSettings />
          </CanEdit>
          <BotBudgets bot={bot} />
        </>
      );
    case 'behaviour':
      return (
        <CanEdit endpoint={updateBot}>
          <BehaviourTab botUuid={bot.uuid} />
        </CanEdit>
      );
    default: {
      const Content = FIELDS[tab];
      return (
        <CanEdit endpoint={updateBot}>
          <Content />
        </CanEdit>
      );
    }
  }
}

const FIELDS = {
  instructions: InstructionsTab,
  knowledge: KnowledgeTab,
} as const;

interface BotHeaderProps {
  bot: BotView;
  autosave: Autosave;
  /** The switch between both panes, where only one fits. */
  children: ReactNode;
}

function BotHeader({ bot, autosave, children }: BotHeaderProps) {
  // The noren is hung out anew by a publication, not by opening the page.
  const [opened] = useState({ version: bot.version, state: bot.state });
  const drops = bot.version !== opened.version || (opened.state === 'paused' && bot.state !== 'paused');
  return (
    <header className={classes.bar}>
      <Breadcrumbs inline />
      <SmallNoren key={`${bot.version} ${bot.state}`} state={bot.state} drops={drops} />
      <h1 className={classes.name}>{bot.name}</h1>
      <div className={classes.barBadges}>
        <BotStateBadge state={bot.state} />
        <BotChannels bot={bot} />
      </div>
      {children}
      <BotMenu bot={bot} beforeAction={autosave.flush} onPaused={autosave.replace} />
    </header>
  );
}

/** Somebody else, or another tab, has changed the same bot. */
function RemoteChangeNotice({ autosave }: { autosave: Autosave }) {
  const { t } = useWords();
  if (!autosave.hasRemoteChange) return null;
  return (
    <Alert
      color="blue"
      role="status"
      mb="md"
      icon={<Icon name="info" />}
      withCloseButton
      closeButtonLabel={t('shell.close')}
      onClose={autosave.dismissRemoteChange}
    >
      {t('botEditor.elsewhere')}
    </Alert>
  );
}
