import {
  Badge,
  Button,
  Facts,
  Notice,
  Panel,
  type ReplyOf,
  Row,
  SecretDialog,
  Stack,
  useRead,
  useTexts,
  WaitingFor,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { DisableApp, RenewCodes } from './factor-dialogs.tsx';
import { texts } from './texts.ts';
import TotpSetup from './totp-setup.tsx';

type State = ReplyOf<'GET', '/auth/mfa'>;

/** The authenticator app and its backup codes, and whether anything is asked for beside the password. */
export function Factors() {
  const read = useRead('/auth/mfa', {});
  return <WaitingFor read={read}>{(state) => <FactorState {...state} />}</WaitingFor>;
}

function FactorState({ enabled, methods, backup_codes_left }: State) {
  const t = useTexts(texts);
  return (
    <Stack>
      {enabled ? (
        <Panel title={t.factors}>
          <Facts
            facts={[
              [t.methods, <Methods key="methods" methods={methods} />],
              [t.backup_codes, t.codes_left(backup_codes_left)],
            ]}
          />
          <Codes />
        </Panel>
      ) : (
        <Notice kind="warning" title={t.none}>
          {t.none_hint}
        </Notice>
      )}
      <Panel title={t.app}>{methods.includes('totp') ? <App /> : <TotpSetup />}</Panel>
    </Stack>
  );
}

function Methods({ methods }: { readonly methods: readonly string[] }) {
  const t = useTexts(texts);
  const names: Readonly<Record<string, string>> = {
    totp: t.totp,
    passkey: t.passkey,
    backup_code: t.backup_code,
  };
  return (
    <Row>
      {methods.map((method) => (
        <Badge key={method}>{names[method] ?? method}</Badge>
      ))}
    </Row>
  );
}

function Codes() {
  const t = useTexts(texts);
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <div>
      <Button onPress={() => setAsking(true)}>{t.renew}</Button>
      {isAsking ? <RenewCodes onClose={() => setAsking(false)} show={setCodes} /> : null}
      {codes === null ? null : (
        <SecretDialog
          title={t.renewed}
          secrets={[{ label: t.backup_codes, text: codes.join('\n') }]}
          fileName="patchbay-backup-codes.txt"
          onClose={() => setCodes(null)}
        />
      )}
    </div>
  );
}

function App() {
  const t = useTexts(texts);
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack>
      <p>{t.on}</p>
      <div>
        <Button variant="danger" onPress={() => setAsking(true)}>
          {t.disable}
        </Button>
      </div>
      {isAsking ? <DisableApp onClose={() => setAsking(false)} /> : null}
    </Stack>
  );
}
