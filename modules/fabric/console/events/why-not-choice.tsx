import { ReferenceField, Stack, useSession, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { WhyNotAnswer, type WhyNotTarget } from '../connections/why-not.tsx';
import { texts } from './texts.ts';

/** Why a Connection or a rule, which is chosen here, did not answer the event. */
export function WhyNotChoice({ event_id }: { readonly event_id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [target, setTarget] = useState<WhyNotTarget | null>(null);
  const connection_id = target !== null && 'connection_id' in target ? target.connection_id : null;
  const rule_id = target !== null && 'rule_id' in target ? target.rule_id : null;
  return (
    <Stack gap="small">
      <p className="muted">{t.why_not_hint}</p>
      <ReferenceField
        label={t.connection}
        path="/fabric/connections"
        value={connection_id}
        onChange={(id) => setTarget(id === null ? null : { connection_id: id })}
        nameOf={({ name }) => name}
      />
      {mayCall('GET', '/automation/rules') ? (
        <ReferenceField
          label={t.rule}
          path="/automation/rules"
          value={rule_id}
          onChange={(id) => setTarget(id === null ? null : { rule_id: id })}
          nameOf={({ name }) => name}
        />
      ) : null}
      {target === null ? null : <WhyNotAnswer target={target} event_id={event_id} />}
    </Stack>
  );
}
