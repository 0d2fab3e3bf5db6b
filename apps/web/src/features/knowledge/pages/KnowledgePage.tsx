import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function KnowledgePage() {
  return <PageFrame title="Knowledge">{null}</PageFrame>;
}
