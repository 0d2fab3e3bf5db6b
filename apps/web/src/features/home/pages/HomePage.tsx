import { PageFrame } from '../../../shell/components/PageFrame.tsx';

export function HomePage() {
  return <PageFrame title="Home">{null}</PageFrame>;
}
