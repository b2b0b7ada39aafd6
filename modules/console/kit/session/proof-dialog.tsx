import { useEffect, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
import { ApiError, call } from '../data/client.ts';
import { Dialog, DialogActions } from '../surfaces/dialog.tsx';
import { Notice } from '../surfaces/notice.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { assertPasskey, hasPasskeys } from './passkey.ts';
import { passkeyFault } from './passkey-fault.ts';
import { setProofPrompt } from './proof.ts';

const texts = defineTexts({
  en: {
    title: 'Confirm that it is you',
    why: 'This changes who can act here, so it needs a fresh proof. It holds for five minutes.',
    password: 'Password',
    code: 'Or a code of your authenticator app',
    passkey: 'Use a passkey',
    confirm: 'Confirm',
    wrong: 'The password or the code is wrong, or the code was used already.',
    no_passkey: 'You have no passkey here. Use the password or a code.',
  },
  de: {
    title: 'Bestätigen Sie, dass Sie es sind',
    why: 'Das ändert, wer hier handeln kann, und braucht darum einen frischen Nachweis. Er gilt fünf Minuten.',
    password: 'Passwort',
    code: 'Oder ein Code Ihrer Authentifizierungs-App',
    passkey: 'Passkey verwenden',
    confirm: 'Bestätigen',
    wrong: 'Das Passwort oder der Code ist falsch, oder der Code ist schon benutzt.',
    no_passkey: 'Sie haben hier keinen Passkey. Nehmen Sie das Passwort oder einen Code.',
  },
});

type Settle = (isProven: boolean) => void;

/** Stands once in the shell; shown when a write needs a fresh proof. */
export function ProofDialog() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [settle, setSettle] = useState<Settle | null>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    setProofPrompt(
      () =>
        new Promise((resolve) => {
          setPassword('');
          setCode('');
          setFault(null);
          setSettle(() => resolve);
        }),
    );
    return () => setProofPrompt(() => Promise.resolve(false));
  }, []);
  const end = (isProven: boolean) => {
    settle?.(isProven);
    setSettle(null);
  };
  const prove = (send: () => Promise<unknown>) => {
    setFault(null);
    send().then(
      () => end(true),
      (error: unknown) => setFault(passkeyFault(error) ?? refusal(error, t)),
    );
  };
  const byPasskey = async () => {
    const { data } = await call('POST', '/auth/passkeys/reauthentication/options', {});
    const response = await assertPasskey(data.options);
    await call('POST', '/auth/passkeys/reauthentication', {
      body: { challenge_id: data.challenge_id, response },
    });
  };
  return (
    <Dialog title={t.title} isOpen={settle !== null} onClose={() => end(false)} keepsOpen>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          prove(() =>
            call('POST', '/auth/reauthenticate', { body: password === '' ? { code } : { password } }),
          );
        }}
      >
        <p>{t.why}</p>
        {fault === null ? null : (
          <Notice kind="bad" isUrgent>
            {fault}
          </Notice>
        )}
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
        <TextField
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
        />
        <DialogActions>
          <Button onPress={() => end(false)}>{w.cancel}</Button>
          {hasPasskeys() ? <Button onPress={() => prove(byPasskey)}>{t.passkey}</Button> : null}
          <Button type="submit" variant="primary" isDisabled={password === '' && code === ''}>
            {t.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface Words {
  readonly wrong: string;
  readonly no_passkey: string;
}

function refusal(error: unknown, t: Words): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 400) return t.wrong;
  if (status === 404 || status === 409) return t.no_passkey;
  return error instanceof Error ? error.message : String(error);
}
