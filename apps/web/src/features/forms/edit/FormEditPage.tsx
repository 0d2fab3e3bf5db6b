import type { FormWithDraft } from '@hanasu/contract/forms';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { isApiError } from '../../../shell/api/api-error.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Breadcrumbs } from '../../../shell/layout/Breadcrumbs.tsx';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { FormMenu, FormStateBadge } from '../FormMenu.tsx';
import { formQuery } from '../forms.queries.ts';
import classes from './FormEdit.module.css';

export function FormEditPage() {
  const { uuid } = useParams({ from: '/_bot-edit/Channel/custom_form/$uuid/' });
  const form = useQuery(formQuery(uuid));
  if (isApiError(form.error, 'not_found')) return <NotFoundPage />;
  if (form.isError)
    return (
      <div className={classes.fault}>
        <ErrorNotice error={form.error} onRetry={() => void form.refetch()} />
      </div>
    );
  if (!form.data) return <Skeleton height={52} aria-hidden />;
  return <FormHeader form={form.data} />;
}

function FormHeader({ form }: { form: FormWithDraft }) {
  const navigate = useNavigate();
  usePageTitle(form.name);
  return (
    <header className={classes.bar}>
      <Breadcrumbs inline />
      <h1 className={classes.name}>{form.name}</h1>
      <div className={classes.badges}>
        <FormStateBadge state={form.state} />
      </div>
      <FormMenu
        form={form}
        onDeleted={() => void navigate({ to: '/Channel/custom_form', ignoreBlocker: true })}
      />
    </header>
  );
}
