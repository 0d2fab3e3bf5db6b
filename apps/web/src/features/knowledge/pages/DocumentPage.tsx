import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function DocumentPage() {
  return <PageFrame title="Knowledge">{null}</PageFrame>;
}
