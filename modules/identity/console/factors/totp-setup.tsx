import {
  Button,
  CopyButton,
  Form,
  type ReplyOf,
  Row,
  ShownOnce,
  Stack,
  useFinalWrite,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { useState } from 'react';
import styles from '../profile/profile.module.css';
import { QrImage } from './qr-image.tsx';
import { texts } from './texts.ts';

type Setup = ReplyOf<'POST', '/auth/mfa/setup'>;

/** Sets an authenticator app up: a secret for the app, then a first code of it. Made for the enrolment page, too. */
export default function TotpSetup() {
  const t = useTexts(texts);
  const [setup, setSetup] = useState<Setup | null>(null);
  const begin = useWrite('POST', '/auth/mfa/setup', { onDone: setSetup, refreshes: [] });
  if (setup !== null) return <FirstCode {...setup} />;
  return (
    <Stack>
      <p className="muted">{t.app_hint}</p>
      <div>
        <Button variant="primary" isPending={begin.isPending} onPress={() => void begin.run({})}>
          {t.set_up}
        </Button>
      </div>
    </Stack>
  );
}

function FirstCode({ qr_svg, secret }: Setup) {
  const t = useTexts(texts);
  const enable = useFinalWrite('POST', '/auth/mfa/enable', ({ backup_codes }) => ({
    title: t.enabled_done,
    content: (
      <>
        <p>{t.keep}</p>
        <ShownOnce
          secrets={[{ label: t.backup_codes, text: backup_codes.join('\n') }]}
          fileName="patchbay-backup-codes.txt"
        />
      </>
    ),
  }));
  return (
    <div className={styles['narrow']}>
      <Stack>
        <p>{t.scan}</p>
        <QrImage svg={qr_svg} alt={t.qr} />
        <Row>
          <span className="muted">{t.secret}</span>
          <code>{secret}</code>
          <CopyButton text={secret} />
        </Row>
        <Form
          fields={[
            {
              kind: 'text',
              key: 'code',
              label: t.code,
              hint: t.code_hint,
              isRequired: true,
              autoComplete: 'one-time-code',
            },
          ]}
          initial={{ code: '' }}
          action={t.enable}
          submit={(body) => enable({ body })}
          extra={() => <p className="muted">{t.ends}</p>}
        />
      </Stack>
    </div>
  );
}
