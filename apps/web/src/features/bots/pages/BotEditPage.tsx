import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function BotEditPage() {
  return <PageFrame title="Bot">{null}</PageFrame>;
}
