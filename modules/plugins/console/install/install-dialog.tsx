import {
  Badge,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  ErrorNotice,
  Facts,
  Notice,
  type ReplyOf,
  useRead,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { PermissionList } from '../permission-list.tsx';
import { texts } from '../texts.ts';
import { PackageField } from './package-field.tsx';
import { RefusedPackage } from './refused-package.tsx';

type Reply = ReplyOf<'POST', '/plugins'>;
type Preview = Extract<Reply, { readonly installed_version: string | null }>;

const isPreview = (reply: Reply): reply is Preview => 'installed_version' in reply;

/** A package beside what it asks for: that one and no other is installed. */
interface Checked {
  readonly file: Blob;
  readonly preview: Preview;
}

export interface InstallDialogProps {
  onClose(): void;
  onInstalled(id: string): void;
}

/** Installs or upgrades from a ZIP: reads it first, shows what it asks for, and asks for consent. */
export function InstallDialog({ onClose, onInstalled }: InstallDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [hasConsent, setConsent] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const read = useWrite('POST', '/plugins', { refreshes: [] });
  const install = useWrite('POST', '/plugins', { done: ({ id }) => t.installed_done(id) });
  const take = async (chosen: Blob) => {
    setChecked(null);
    setConsent(false);
    setError(null);
    try {
      const reply = await read.send({ query: { dry_run: true }, body: chosen });
      if (isPreview(reply)) setChecked({ file: chosen, preview: reply });
    } catch (failure) {
      setError(failure);
    }
  };
  const confirm = async () => {
    if (checked === null) return;
    setError(null);
    try {
      onInstalled((await install.send({ body: checked.file })).id);
    } catch (failure) {
      setError(failure);
    }
  };
  const preview = checked?.preview ?? null;
  const isSame = preview !== null && preview.installed_version === preview.version;
  return (
    <Dialog title={t.install} isOpen onClose={onClose} size="wide" keepsOpen>
      <PackageField isPending={read.isPending} onChoose={(chosen) => void take(chosen)} />
      {error === null ? null : <RefusedPackage error={error} />}
      {preview === null ? null : <PreviewDetails preview={preview} />}
      {isSame ? <Notice kind="warning">{t.same_version}</Notice> : null}
      {preview === null || isSame ? null : (
        <Checkbox isSelected={hasConsent} onChange={setConsent}>
          {t.consent}
        </Checkbox>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          variant="primary"
          isDisabled={preview === null || isSame || !hasConsent}
          isPending={install.isPending}
          onPress={() => void confirm()}
        >
          {preview?.installed_version ? t.upgrade_now : t.install_now}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function PreviewDetails({ preview }: { readonly preview: Preview }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { id, manifest, installed_version, signature } = preview;
  const installed = useRead(
    '/plugins/{plugin_id}',
    { path: { plugin_id: id } },
    { enabled: installed_version !== null },
  );
  if (installed.error !== null) return <ErrorNotice error={installed.error} />;
  const former = installed.data?.permissions;
  return (
    <>
      <Facts
        facts={[
          [w.name, manifest.name],
          [t.id, <code key="id">{id}</code>],
          [w.description, manifest.description],
          [
            t.version,
            installed_version === null ? preview.version : `${installed_version} → ${preview.version}`,
          ],
          [
            t.signature,
            <Badge key="signature" kind={signature === 'verified' ? 'good' : 'warning'}>
              {t[signature]}
            </Badge>,
          ],
          [t.digest, <code key="digest">{preview.digest}</code>],
        ]}
      />
      {signature === 'verified' ? null : <Notice kind="warning">{t.unsigned_hint}</Notice>}
      <h3>{installed_version === null ? t.asks_for : t.asks_for_now}</h3>
      <PermissionList permissions={manifest.permissions} {...(former === undefined ? {} : { former })} />
    </>
  );
}
