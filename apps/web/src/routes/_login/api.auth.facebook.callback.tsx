import { createFileRoute } from '@tanstack/react-router';
import { SocialCallbackPage } from '../../features/accounts/sign-in/SocialCallbackPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_login/api/auth/facebook/callback')({
  loader: () => loadWords('accounts'),
  component: () => <SocialCallbackPage provider="facebook" />,
});
