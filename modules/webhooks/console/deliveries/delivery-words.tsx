import { Badge, type BadgeKind, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'withheld', 'cancelled'] as const;
export const DELIVERY_KINDS = ['event', 'replay', 'resend', 'test'] as const;

const COLOURS: Readonly<Record<string, BadgeKind>> = {
  waiting: 'accent',
  delivered: 'good',
  failed: 'bad',
  withheld: 'warning',
};

/** Words of a delivery in the language of the viewer; unknown ones stay. */
export function useDeliveryWords() {
  const t = useTexts(texts);
  return {
    statusName: (status: string): string => {
      const known = DELIVERY_STATUSES.find((each) => each === status);
      return known === undefined ? status : t[known];
    },
    kindName: (kind: string): string => {
      const known = DELIVERY_KINDS.find((each) => each === kind);
      return known === undefined ? kind : t[`kind_${known}`];
    },
  };
}

export function DeliveryStatusBadge({ status }: { readonly status: string }) {
  const { statusName } = useDeliveryWords();
  return <Badge kind={COLOURS[status] ?? 'neutral'}>{statusName(status)}</Badge>;
}
