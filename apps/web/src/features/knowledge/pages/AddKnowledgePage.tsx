import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function AddKnowledgePage() {
  return <PageFrame title="Knowledge">{null}</PageFrame>;
}
