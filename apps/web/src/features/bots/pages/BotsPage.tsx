import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function BotsPage() {
  return <PageFrame title="Bots">{null}</PageFrame>;
}
