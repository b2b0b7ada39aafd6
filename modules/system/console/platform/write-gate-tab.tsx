import {
  ActionButton,
  Badge,
  Facts,
  Notice,
  Panel,
  Row,
  useRead,
  useSession,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

const EVERY_MS = 10_000;

/** Whether writes reach devices, why, and the switch of super administrators. */
export function WriteGateTab() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const read = useRead('/system/read-only', {}, { everyMs: EVERY_MS, live: ['system.write_gate.changed'] });
  return (
    <WaitingFor read={read}>
      {({ read_only, source }) => (
        <Panel title={t.gate}>
          <p className="muted">{t.gate_hint}</p>
          {read_only ? <Notice kind="warning">{t.gate_closed_hint}</Notice> : null}
          <Facts
            facts={[
              [
                w.status,
                <Badge key="state" kind={read_only ? 'warning' : 'good'}>
                  {read_only ? t.closed : t.open}
                </Badge>,
              ],
              [t.source, t[`source_${source}`]],
            ]}
          />
          <Switches isClosed={read_only} isOverridden={source === 'override'} />
        </Panel>
      )}
    </WaitingFor>
  );
}

interface SwitchesProps {
  readonly isClosed: boolean;
  readonly isOverridden: boolean;
}

function Switches({ isClosed, isOverridden }: SwitchesProps) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const set = useWrite('PUT', '/system/read-only', {
    done: ({ read_only }) => (read_only ? t.gate_is_closed : t.gate_is_open),
  });
  if (!mayCall('PUT', '/system/read-only')) return null;
  const run = (read_only: boolean | null) => () => set.run({ body: { read_only } });
  return (
    <Row>
      {isClosed ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.open_question, text: t.open_hint, action: t.open_gate }}
          run={run(false)}
        >
          {t.open_gate}
        </ActionButton>
      ) : (
        <ActionButton
          variant="primary"
          confirm={{ title: t.close_question, text: t.close_hint, action: t.close_gate }}
          run={run(true)}
        >
          {t.close_gate}
        </ActionButton>
      )}
      {isOverridden ? (
        <ActionButton
          confirm={{ title: t.remove_question, text: t.remove_hint, action: t.remove_override }}
          run={run(null)}
        >
          {t.remove_override}
        </ActionButton>
      ) : null}
    </Row>
  );
}
