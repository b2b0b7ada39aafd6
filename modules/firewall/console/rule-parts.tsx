import { Badge, type BadgeKind, PageLink, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

interface Target {
  readonly feature: string;
  readonly target_id: string;
  readonly name: string;
  readonly position: number;
}

/** Leads to the object on its controller, where it can be changed. */
export const RuleLink = ({
  controller_id,
  rule,
}: {
  readonly controller_id: string;
  readonly rule: Target;
}) => (
  <PageLink
    to={`/controllers/${controller_id}`}
    search={{ tab: 'gear', feature: rule.feature, object: rule.target_id }}
  >
    {rule.name || `#${rule.position}`}
  </PageLink>
);

/** A value, or the word for any. */
export function OrAny({ text }: { readonly text: string | null }) {
  const t = useTexts(texts);
  return text === null ? <span className="muted">{t.any}</span> : <span className="mono">{text}</span>;
}

const ACTIONS: Readonly<Record<string, BadgeKind>> = { accept: 'good', drop: 'bad', reject: 'bad' };

export function ActionBadge({ action }: { readonly action: 'accept' | 'drop' | 'reject' | 'other' }) {
  const t = useTexts(texts);
  return <Badge kind={ACTIONS[action] ?? 'neutral'}>{t[action]}</Badge>;
}

const SEVERITIES: Readonly<Record<string, BadgeKind>> = { high: 'bad', medium: 'warning', low: 'neutral' };

export function SeverityBadge({ severity }: { readonly severity: 'high' | 'medium' | 'low' | 'unknown' }) {
  const t = useTexts(texts);
  return <Badge kind={SEVERITIES[severity] ?? 'neutral'}>{t[severity]}</Badge>;
}
