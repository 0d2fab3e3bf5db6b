import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function DocumentsPage() {
  return <PageFrame title="Knowledge">{null}</PageFrame>;
}
