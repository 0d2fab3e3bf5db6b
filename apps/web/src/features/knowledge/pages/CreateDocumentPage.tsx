import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function CreateDocumentPage() {
  return <PageFrame title="Knowledge">{null}</PageFrame>;
}
