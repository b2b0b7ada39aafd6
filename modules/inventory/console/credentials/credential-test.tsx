import {
  Button,
  Dialog,
  DialogActions,
  ErrorNotice,
  NamedReference,
  Notice,
  Stack,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { texts } from './texts.ts';

export interface CredentialTestProps {
  readonly credential_id: string;
  readonly isOpen: boolean;
  onClose(): void;
}

interface Verdict {
  readonly ok: boolean;
  readonly message: string;
}

/** Tries a sign-in at a controller that is chosen. */
export function CredentialTest({ credential_id, isOpen, onClose }: CredentialTestProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [controller_id, choose] = useState<string | null>(null);
  const [verdict, tell] = useState<Verdict | null>(null);
  const [error, fail] = useState<unknown>(null);
  const test = useWrite('POST', '/credentials/{credential_id}/test');
  const run = async () => {
    tell(null);
    fail(null);
    try {
      tell(await test.send({ path: { credential_id }, body: { controller_id: controller_id ?? '' } }));
    } catch (failure) {
      fail(failure);
    }
  };
  return (
    <Dialog title={t.test} isOpen={isOpen} onClose={onClose}>
      <Stack>
        <p className="muted">{t.test_hint}</p>
        <NamedReference
          kind="controller"
          label={w.controller}
          value={controller_id}
          onChange={choose}
          isRequired
        />
        {error === null ? null : <ErrorNotice error={error} />}
        {verdict === null ? null : (
          <Notice kind={verdict.ok ? 'good' : 'bad'} title={verdict.ok ? t.works : t.fails} isUrgent>
            <p>{verdict.message}</p>
          </Notice>
        )}
      </Stack>
      <DialogActions>
        <Button onPress={onClose}>{w.close}</Button>
        <Button
          variant="primary"
          isDisabled={controller_id === null}
          isPending={test.isPending}
          onPress={() => void run()}
        >
          {t.try}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
