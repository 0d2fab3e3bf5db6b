import { createFileRoute } from '@tanstack/react-router';
import { SocialCallbackPage } from '../../features/accounts/sign-in/SocialCallbackPage.tsx';

export const Route = createFileRoute('/_login/api/auth/google/callback')({
  component: () => <SocialCallbackPage provider="google" />,
});
