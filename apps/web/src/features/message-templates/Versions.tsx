import type { MessageTemplateVersion, MessageTemplateView } from '@hanasu/contract/message-templates';
import { Alert, Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FirstWords } from '../../entities/message/FirstWords.tsx';
import { PreviewPane } from '../../entities/message/preview/PreviewPane.tsx';
import { useMessagePreview } from '../../entities/message/preview/use-message-preview.ts';
import { templateVersionsQuery, useChangeTemplate } from '../../entities/message/templates.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import classes from './Templates.module.css';

interface VersionsProps {
  template: MessageTemplateView;
  /** Something is changed and not saved. */
  isDirty: boolean;
  mayEdit: boolean;
}

/** Earlier versions of a template: to look at, and to take up again. */
export function Versions({ template, isDirty, mayEdit }: VersionsProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<Icon name="history" size={15} />}
        onClick={() => setOpen(true)}
      >
        {t('messageTemplates.versions')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="right"
        size={440}
        title={t('messageTemplates.versions')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <VersionList
          template={template}
          isDirty={isDirty}
          mayEdit={mayEdit}
          onRestored={() => setOpen(false)}
        />
      </Drawer>
    </>
  );
}

function VersionList({ template, isDirty, mayEdit, onRestored }: VersionsProps & { onRestored: () => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { data, error, isPending, refetch } = useQuery(templateVersionsQuery(template.uuid));
  const [shown, setShown] = useState<number | null>(null);
  const restore = useChangeTemplate();
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton height={160} aria-hidden />;
  const run = ({ version, content }: MessageTemplateVersion) =>
    restore.mutate(
      { uuid: template.uuid, body: { content, version: template.version } },
      {
        onSuccess: (next) => {
          toasts.add({
            title: t('messageTemplates.restored', { number: version, next: next.version }),
          });
          onRestored();
        },
      },
    );
  return (
    <>
      {restore.error && (
        <Alert color="red" role="alert" mb="sm">
          {errorMessage(restore.error)}
        </Alert>
      )}
      {isDirty && mayEdit && <p className={classes.note}>{t('messageTemplates.saveFirst')}</p>}
      <ol className={classes.versions}>
        {data.map((each) => {
          const { version, content, by, at } = each;
          const isCurrent = version === template.version;
          return (
            <li key={version}>
              <div className={classes.version}>
                <div>
                  <strong>{t('messageTemplates.version', { number: version })}</strong>
                  {isCurrent && <span className={classes.current}>{t('messageTemplates.current')}</span>}
                  <div className={classes.note}>
                    {[by?.name, format.dateTime(at)].filter(Boolean).join(' · ')}
                  </div>
                  <div className={classes.words}>
                    <FirstWords content={content} />
                  </div>
                </div>
                <div className={classes.versionActions}>
                  <Button
                    size="xs"
                    variant="default"
                    aria-expanded={shown === version}
                    onClick={() => setShown(shown === version ? null : version)}
                  >
                    {t('messageTemplates.look')}
                  </Button>
                  {mayEdit && !isCurrent && (
                    <Button
                      size="xs"
                      variant="default"
                      disabled={isDirty}
                      loading={restore.isPending && restore.variables.body.content === content}
                      onClick={() => run(each)}
                    >
                      {t('messageTemplates.restore')}
                    </Button>
                  )}
                </div>
              </div>
              {shown === version && <Look version={each} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Look({ version }: { version: MessageTemplateVersion }) {
  const preview = useMessagePreview(version.content);
  return <PreviewPane preview={preview} wanted={null} />;
}
