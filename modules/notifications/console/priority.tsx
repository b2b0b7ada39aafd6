import { Badge, type BadgeKind, defineTexts, useTexts } from '@patchbay/console-kit';

export const PRIORITIES = ['low', 'normal', 'high', 'critical'] as const;
export type Priority = (typeof PRIORITIES)[number];

const texts = defineTexts({
  en: { low: 'low', normal: 'normal', high: 'high', critical: 'critical' },
  de: { low: 'niedrig', normal: 'normal', high: 'hoch', critical: 'kritisch' },
});
const COLOURS: Readonly<Record<Priority, BadgeKind>> = {
  low: 'neutral',
  normal: 'neutral',
  high: 'warning',
  critical: 'bad',
};

/** Priorities as choices, the least urgent first. */
export function usePriorityChoices(): readonly { readonly value: Priority; readonly label: string }[] {
  const t = useTexts(texts);
  return PRIORITIES.map((value) => ({ value, label: t[value] }));
}

export function PriorityBadge({ priority }: { readonly priority: Priority }) {
  const t = useTexts(texts);
  return <Badge kind={COLOURS[priority]}>{t[priority]}</Badge>;
}

/** The priority that a text names; undefined for others. */
export const priorityOf = (text: unknown): Priority | undefined => PRIORITIES.find((each) => each === text);
