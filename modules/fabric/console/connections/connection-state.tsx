import { Badge, Row, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export interface ConnectionStateProps {
  readonly is_enabled: boolean;
  readonly shadow: boolean;
  readonly paused_reason: string | null;
}

/** On, off, paused with its reason, in shadow. */
export function ConnectionState({ is_enabled, shadow, paused_reason }: ConnectionStateProps) {
  const t = useTexts(texts);
  return (
    <Row>
      {paused_reason === null || !is_enabled ? (
        <Badge kind={is_enabled ? 'good' : 'neutral'}>{is_enabled ? t.on : t.off}</Badge>
      ) : (
        <Badge kind="warning">{t.paused(paused_reason.replaceAll('_', ' '))}</Badge>
      )}
      {shadow ? <Badge kind="accent">{t.shadow}</Badge> : null}
    </Row>
  );
}
