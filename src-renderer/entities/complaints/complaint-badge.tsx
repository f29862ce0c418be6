import type { ComplaintState } from '../../../src-shared/contract/complaint-words.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const tones: Readonly<Record<ComplaintState, Tone>> = {
  open: 'wait',
  sent: 'accent',
  replaced: 'good',
  rejected: 'neutral',
  closed: 'neutral',
};

export function ComplaintBadge({ state }: { state: ComplaintState }) {
  const text = useText();
  return <Badge tone={tones[state]}>{text(`complaint.state.${state}`)}</Badge>;
}
