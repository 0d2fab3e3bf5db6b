import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function TokenPage() {
  return <PageFrame title="Tokens">{null}</PageFrame>;
}
