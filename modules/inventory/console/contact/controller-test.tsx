import {
  Button,
  CopyButton,
  call,
  Dialog,
  DialogActions,
  durationText,
  ErrorNotice,
  Facts,
  Notice,
  type ReplyOf,
  refresh,
  Stack,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { type Controller, fingerprintText } from '../controllers/controller-values.ts';
import { texts } from '../controllers/texts.ts';

type Reply = ReplyOf<'POST', '/controllers/{controller_id}/test'>;

interface Outcome {
  readonly reply: Reply | null;
  readonly error: unknown;
  /** As it stands after the contact, its certificate pinned perhaps. */
  readonly controller: Controller | null;
}

async function contact(controller_id: string, signal: AbortSignal): Promise<Outcome> {
  const path = { controller_id };
  const asked = await call('POST', '/controllers/{controller_id}/test', { path, signal }).then(
    ({ data }) => ({ reply: data, error: null }),
    (error: unknown) => ({ reply: null, error }),
  );
  const after = await call('GET', '/controllers/{controller_id}', { path, signal }).catch(() => null);
  refresh('/controllers');
  return { ...asked, controller: after?.data ?? null };
}

export interface ControllerTestProps {
  readonly controller: Pick<Controller, 'id' | 'name'>;
  readonly isOpen: boolean;
  onClose(): void;
  /** Offered once the test went well. */
  readonly next?: { readonly label: string; run(): void };
}

/** Asks a controller at once, and shows the certificate that is trusted from then on. */
export function ControllerTest({ controller, isOpen, onClose, next }: ControllerTestProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [outcome, tell] = useState<Outcome | null>(null);
  const [attempt, again] = useState(0);
  // Another attempt asks again.
  useEffect(() => {
    const ended = new AbortController();
    tell(null);
    contact(controller.id, ended.signal).then((result) => {
      if (!ended.signal.aborted) tell(result);
    });
    return () => ended.abort();
  }, [controller.id, attempt]);
  const isGood = outcome?.reply?.reachable === true;
  return (
    <Dialog title={`${t.test_title}: ${controller.name}`} isOpen={isOpen} onClose={onClose}>
      <div role="status" aria-busy={outcome === null}>
        {outcome === null ? <p className="muted">{t.testing}</p> : <OutcomeNotice {...outcome} />}
      </div>
      <DialogActions>
        <Button onPress={onClose}>{w.close}</Button>
        <Button isDisabled={outcome === null} onPress={() => again((n) => n + 1)}>
          {t.test}
        </Button>
        {next === undefined || !isGood ? null : (
          <Button variant="primary" onPress={next.run}>
            {next.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function OutcomeNotice({ reply, error, controller }: Outcome) {
  const t = useTexts(texts);
  const fingerprint = controller?.tls.fingerprint;
  return (
    <Stack>
      {reply === null ? (
        <ErrorNotice error={error} />
      ) : (
        <Notice kind="good" title={t.test_good}>
          <Facts
            facts={[
              [t.version, reply.version],
              [t.model, controller?.model],
              [t.latency, durationText(reply.latency_ms)],
            ]}
          />
        </Notice>
      )}
      {fingerprint === undefined ? null : (
        <Notice title={t.pinned}>
          <code>{fingerprintText(fingerprint)}</code>
          <p className="muted">{t.compare}</p>
          <div>
            <CopyButton text={fingerprintText(fingerprint)} />
          </div>
        </Notice>
      )}
    </Stack>
  );
}
